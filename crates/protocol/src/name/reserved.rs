//! Reserved names: those of the server, its operator and bots ([`super::words`]), and what looks like them.

use super::is_unshowable;
use super::likeness::{bare, look};
use super::words::{WORDS, Word, Words};

/// A character of a name: the letter that it may be read as, and whether it may be skipped.
#[derive(Clone, Copy)]
struct Sign {
    letter: Option<char>,
    over: bool,
}

/// A set of positions between the characters of a name, one bit each.
type Places = u128;
/// The most characters that are checked; a name of 72 bytes has fewer.
const MAX_SIGNS: usize = 120;

/// Whether a name is, or looks like, a name of the server, its operator or a bot. A name without letters never is.
pub(super) fn is_reserved(name: &str) -> bool {
    if !name.chars().any(|c| c.is_alphabetic() || is_flag_letter(c)) {
        return false;
    }
    // A capital may look like another letter than its small letter: В looks like B, в like no Latin letter.
    [name, &name.to_lowercase()].into_iter().any(|name| {
        let signs = Signs::read(name);
        let words = &*WORDS;
        signs.are_made_of(words)
            || signs.have_inside(words)
            || words.apart.iter().any(|word| signs.have_apart(word))
            || words.unspaced.iter().any(|word| signs.have(word))
    })
}

/// Whether a character only joins letters: it makes no other word of them.
fn is_joiner(c: char) -> bool {
    const TATWEEL: char = '\u{640}';
    c == TATWEEL || is_unshowable(c)
}

/// Letters that stand for flags in pairs.
const fn is_flag_letter(c: char) -> bool {
    matches!(c, '\u{1f1e6}'..='\u{1f1ff}')
}

/// The ways to read a character: a letter as what it looks like; a digit or a sign as the letter that it may stand for, or as nothing.
fn read(c: char) -> Vec<Sign> {
    let over = !c.is_alphabetic();
    if !over || is_flag_letter(c) {
        let sign = |letter| Sign {
            letter: Some(letter),
            over,
        };
        return look(c).chars().map(sign).collect();
    }
    let letter = match c {
        '0' => Some('o'),
        '1' | '!' | '|' | '¡' | '/' | '\\' | ':' | ';' => Some('i'),
        '3' | '€' | '£' => Some('e'),
        '4' | '@' | '^' => Some('a'),
        '5' | '$' | '§' => Some('s'),
        '6' | '8' => Some('b'),
        '7' | '+' => Some('t'),
        '9' => Some('g'),
        _ => None,
    };
    vec![Sign { letter, over }]
}

/// A name as a list of characters that can be read in several ways.
struct Signs {
    /// The positions directly before each letter. A list, since they are few and asked for some hundred times.
    letters: Vec<(char, Places)>,
    /// The positions directly before characters that may be skipped.
    over: Places,
    /// The position after the last character.
    end: Places,
}

impl Signs {
    fn read(name: &str) -> Self {
        let signs = bare(name).filter(|&c| !is_joiner(c)).flat_map(read);
        let mut all = Self {
            letters: Vec::new(),
            over: 0,
            end: 1,
        };
        for sign in signs.take(MAX_SIGNS) {
            if let Some(letter) = sign.letter {
                match all.letters.iter_mut().find(|(known, _)| *known == letter) {
                    Some((_, places)) => *places |= all.end,
                    None => all.letters.push((letter, all.end)),
                }
            }
            all.over |= if sign.over { all.end } else { 0 };
            all.end <<= 1;
        }
        all
    }

    /// Whether the whole name consists of reserved words and filling words, with at least one reserved word.
    fn are_made_of(&self, words: &Words) -> bool {
        let after = |from: Places, words: &[Word]| {
            words.iter().fold(0, |to, word| to | self.after(from, word))
        };
        // The positions that can be reached with filling words only, and those reached with at least one reserved word.
        let (mut filled, mut found): (Places, Places) = (1, 0);
        loop {
            let next = (
                filled | after(filled, &words.filling),
                found | after(filled | found, &words.alone) | after(found, &words.filling),
            );
            if next == (filled, found) {
                return self.read_over(found) & self.end != 0;
            }
            (filled, found) = next;
        }
    }

    /// Whether the name contains the word anywhere.
    fn have(&self, word: &[char]) -> bool {
        self.after(self.end - 1, word) != 0
    }

    /// Whether the name contains the word with no other letter directly before or after it.
    fn have_apart(&self, word: &[char]) -> bool {
        self.after(1 | (self.over << 1), word) & (self.over | self.end) != 0
    }

    /// Whether one of the words is a part of a word of the name, and not of an innocent one. Nothing is skipped: two words that are
    /// joined by chance (`Ahmad Min`) are no part of one.
    fn have_inside(&self, words: &Words) -> bool {
        words.inside.iter().enumerate().any(|(index, part)| {
            let found = self.directly_after(part);
            if found == 0 {
                return false;
            }
            let innocent = words.innocent.iter().filter(|(_, of, _)| *of == index);
            let innocent = innocent.fold(0, |places, (word, _, rest)| {
                places | (self.directly_after(word) >> rest)
            });
            found & !innocent != 0
        })
    }

    /// The positions where the word ends, wherever it begins.
    fn directly_after(&self, word: &[char]) -> Places {
        word.iter().fold(self.end - 1, |at, &letter| {
            if at == 0 {
                return 0;
            }
            (at & self.before(letter)) << 1
        })
    }

    /// The positions where the word may end if it begins at one of these positions. Characters that may be skipped can come before each
    /// letter.
    fn after(&self, from: Places, word: &[char]) -> Places {
        word.iter().fold(from, |at, &letter| {
            if at == 0 {
                return 0;
            }
            (self.read_over(at) & self.before(letter)) << 1
        })
    }

    /// These positions, and those reached from them by skipping characters that may be skipped.
    fn read_over(&self, from: Places) -> Places {
        let mut at = from;
        loop {
            let next = at | ((at & self.over) << 1);
            if next == at {
                return at;
            }
            at = next;
        }
    }

    /// The positions directly before this letter.
    fn before(&self, letter: char) -> Places {
        let found = self.letters.iter().find(|(known, _)| *known == letter);
        found.map_or(0, |(_, places)| *places)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::is_reserved;
    use crate::PlayerName;

    const REFUSED: &[&str] = &[
        "bot",
        "Bot",
        "B O T",
        "Forgotten",
        "bot 2",
        "b0t",
        "ｂｏｔ",
        "bòt",
        "𝐛𝐨𝐭",
        "Server",
        "SERVER",
        "s-e-r-v-e-r",
        "operator",
        "Simple",
        "s1mple",
        "ѕіmрlе",
        "b\u{200b}ot",
        "giog",
        "the operator",
        "The Server 2",
        "Giog Admin",
        "Support",
        "SUPP0RT",
        "$upport",
        "Giog Support Team",
        "official",
        "Root",
        "Real Server Bot",
        "8ot",
        "!!bot!!",
        "st4ff",
        // Other forms of the letters.
        "ᴀᴅᴍɪɴ",
        "ʙᴏᴛ",
        "ꜱᴇʀᴠᴇʀ",
        "ᎪᎠᎷᎥᏁ",
        "ꮪꭼꭱꮩꭼꭱ",
        "ⓐⓓⓜⓘⓝ",
        "🅰🅳🅼🅸🅽",
        "🅐🅓🅜🅘🅝",
        "🄰🄳🄼🄸🄽",
        "🇦🇩🇲🇮🇳",
        "ᗩᗪᗰᓰᑎ",
        "ⅿoderator",
        "SYSTΕM",
        "ᴬᵈᵐⁱⁿ",
        "аԁmіn",
        "ВОТ",
        "вот",
        "ΒΟΤ",
        "βοτ",
        "ЅЕRVЕR",
        // Digits and signs in place of letters.
        "adm!n",
        "@dmin",
        "4dm1n",
        "adm|n",
        "a.d.m.i.n",
        "m0d3r4t0r",
        "5y5t3m",
        "+he $erver",
        // Strokes and pairs of letters that look like a letter.
        "adrnin",
        "admln",
        "simpIe",
        // Words that speak for the server, with other words.
        "Admin Lin",
        "Lin the admin",
        "lin-admin-3",
        "Administrator 2",
        // Other languages.
        "管理员",
        "管理員",
        "管理员阿明",
        "客服",
        "客服01",
        "小李客服",
        "系统",
        "系統",
        "官方",
        "官方客服",
        "机器人",
        "機器人",
        "服务器",
        "电脑",
        "pentadbir",
        "sokongan",
        "Sistem",
        "Pelayan",
        "Админ",
        "администратор",
        "Сервер",
        "поддержка",
        "бот",
        "ادمین",
        "پشتیبانی",
        "مدیر",
        "관리자",
        "봇",
        "サーバー",
        "運営",
        "แอดมิน",
        "Modérateur",
        "Soporte",
        // Plurals.
        "Admins",
        "Moderators",
        "Officials",
        "Bots",
        "The Mods",
        "Servers",
        "Referees",
        "A D M I N S",
        "Moderatoren",
        "administradores",
        "Администраторы",
        "боты",
        "מנהלים",
        "διαχειριστές",
        // Compounds.
        "superadmin",
        "xAdminx",
        "xX_adm1n_Xx",
        "Sysadmin Lin",
        "GiogStaff",
        "SystemMessage",
        "supermod",
        "xBotx",
        "суперадмин",
        "Badminton Admin",
        "badmintonadmin",
        // Words that speak for the server.
        "Giog Security",
        "System Message",
        "Server Notice",
        "Important Announcement",
        "Security Team",
        "Lin Staff",
        "Referee 1",
        "Staff",
        "New message",
        // Other scripts and languages.
        "Quản trị viên",
        "Quan tri vien 2",
        "Thông báo",
        "Hệ thống",
        "Διαχειριστής",
        "Ο διαχειριστής",
        "Σύστημα",
        "מנהל",
        "מנהל המערכת",
        "הודעה",
        "مـــدیر",
        "مد\u{200c}یر",
        "المدير",
        "أدمن",
        "رسالة",
        "ადმინისტრატორი",
        "Ադմին",
        "प्रशासक",
        "एडमिन",
        "অ্যাডমিন",
        "அட்மின்",
        "అడ్మిన్",
        "ಅಡ್ಮಿನ್",
        "അഡ്മിൻ",
        "એડમિન",
        "ਐਡਮਿਨ",
        "පරිපාලක",
        "አስተዳዳሪ",
        "ผู้ดูแลระบบ",
        "ແອດມິນ",
        "អ្នកគ្រប់គ្រង",
        "အက်ဒမင်",
        "系统公告",
        "工作人员",
        "裁判",
        "お知らせ",
        "スタッフ",
        "공지사항",
        "심판",
        "Schiedsrichter",
        "Pengumuman",
        "Sécurité",
        "безопасность",
    ];

    const NAMES: &[&str] = &[
        "پیام",
        "संदेश",
        "सुरक्षा",
        "داور",
        "Hakem",
        "Abbott",
        "Robota",
        "Simplex",
        "Serverus",
        "Theo",
        "the",
        "Giogina",
        "Giog Fan",
        "Guest 1234",
        "阿明",
        "Łukasz",
        "Ольга",
        "Ngọc",
        "807",
        "1337",
        "0.0",
        "!!",
        "Badminton",
        "Lin",
        "Modesty",
        "Hostettler",
        "Mei 88",
        "Supporter Lin",
        "Botan",
        "Simone",
        "Max",
        "Lin 🇲🇾",
        "💫",
        "مریم",
        "علی",
        "نظام",
        "سرور",
        "مشرف",
        "امیرحسین",
        "王小明",
        "陈系",
        "张三丰",
        "田中さくら",
        "김민수",
        "สมชาย",
        "रवि",
        "Siti Aminah",
        "Владимир",
        "Δημήτρης",
        "Tim",
        "Li",
        "I",
        "Al",
        "Jo",
        "Staffan",
        "Falstaff",
        "Botswana",
        "Botticelli",
        "Abbots",
        "Amod",
        "Modest Mussorgski",
        "Бадминтон",
        "Badmintonspieler",
        "Ahmad Min",
        "ahmad.minh",
        "MadMind",
        "Noticia",
        "Secundus",
        "Massage Lin",
        "Quan Tri",
        "Viên",
        "Hệ",
        "Ελένη",
        "Χρήστος",
        "מנחם",
        "נחמן",
        "שרה",
        "محمد امین",
        "محمدامین",
        "سارة",
        "نیلوفر",
        "गीता",
        "প্রিয়া",
        "சாந்தி",
        "ნინო",
        "Անահիտ",
        "ประเสริฐ",
        "ສົມພອນ",
        "សុខា",
        "အောင်ဆန်း",
        "安全帽",
        "好消息",
        "지훈",
        "さくら",
    ];

    #[test]
    fn nobody_is_called_like_the_server_or_a_computer_player_nor_nearly_so() {
        let taken = |text: &&&str| {
            !is_reserved(&plain(text)) || PlayerName::try_from((**text).to_owned()).is_ok()
        };
        let taken: Vec<_> = REFUSED.iter().filter(taken).collect();
        assert!(taken.is_empty(), "{taken:?}");
    }

    #[test]
    fn what_only_begins_or_sounds_like_it_is_a_name() {
        let is_refused = |text: &&&str| {
            let name = PlayerName::try_from((**text).to_owned());
            name.as_ref().map(PlayerName::as_str) != Ok(**text)
        };
        let refused: Vec<_> = NAMES.iter().filter(is_refused).collect();
        assert!(refused.is_empty(), "{refused:?}");
    }

    /// What joins letters is not seen, and makes no other name.
    #[test]
    fn a_joiner_makes_no_name_of_a_reserved_word() {
        for joiner in ["\u{200c}", "\u{200d}", "\u{640}", "\u{ad}", "\u{34f}"] {
            for word in ["مدیر", "bot", "מנהל"] {
                let mut letters = word.chars();
                let first = letters.next().expect("a letter");
                let name = format!("{first}{joiner}{}", letters.as_str());
                assert!(is_reserved(&name), "{name:?}");
            }
        }
    }
}
