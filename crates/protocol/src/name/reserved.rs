//! Reserved names: those of the server, its operator and bots, in the languages of the page and in common scripts. Words that are also
//! people's names (نظام, سرور, مشرف) are left out.

use std::sync::LazyLock;

use super::likeness::{bare, look};

/// Words that no name may contain as one of its words, because such a person would seem to speak for the server.
const NOWHERE: &str = "admin administrator moderator pentadbir админ администратор модератор ادمین أدمن administrador \
    administrateur moderador modérateur";
/// The same for scripts without blanks between words: no name may contain them anywhere.
const NOWHERE_UNSPACED: &str = "管理员 管理員 管理者 管理組 管理组 客服 官方 系统 系統 服务器 伺服器 机器人 機器人 運営 运营 營運 版主 サーバー ボット システム 관리자 운영자 แอดมิน";
/// Words that are reserved as whole names, alone or combined with each other and with [`FILLING`]; one is the name of people whose data
/// was deleted.
const ALONE: &str = "bot computer forgotten giog helpdesk host mod official operator robot root server simple staff support sysop \
    system webmaster hos komputer pelayan pengendali penyelia rasmi sistem sokongan 电脑 電腦 支持 主持人 бот \
    оператор поддержка робот сервер система مدیر المدير پشتیبانی الدعم ربات بوت 봇 서버 시스템 サポート एडमिन \
    நிர்வாகி operador opérateur servidor serveur sistema soporte suporte système";
/// Words that do not make a reserved word a valid name.
const FILLING: &str = "account game my of player real service team the your 团队 團隊";

static WORDS: LazyLock<Words> = LazyLock::new(|| Words {
    nowhere: looks(NOWHERE),
    nowhere_unspaced: looks(NOWHERE_UNSPACED),
    alone: [ALONE, NOWHERE, NOWHERE_UNSPACED]
        .into_iter()
        .flat_map(looks)
        .collect(),
    filling: looks(FILLING),
});

/// The words as they look ([`look`]).
struct Words {
    nowhere: Vec<Vec<char>>,
    nowhere_unspaced: Vec<Vec<char>>,
    alone: Vec<Vec<char>>,
    filling: Vec<Vec<char>>,
}

fn looks(words: &str) -> Vec<Vec<char>> {
    let look = |word| bare(word).flat_map(|c| chars(&look(c))).collect();
    words.split_whitespace().map(look).collect()
}

fn chars(text: &str) -> Vec<char> {
    text.chars().collect()
}

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
        let signs = Signs(bare(name).flat_map(read).take(MAX_SIGNS).collect());
        let words = &*WORDS;
        signs.are_made_of(words)
            || words.nowhere.iter().any(|word| signs.have_apart(word))
            || words.nowhere_unspaced.iter().any(|word| signs.have(word))
    })
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
struct Signs(Vec<Sign>);

impl Signs {
    /// Whether the whole name consists of reserved words and filling words, with at least one reserved word.
    fn are_made_of(&self, words: &Words) -> bool {
        let after = |from: Places, words: &[Vec<char>]| {
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
                return self.read_over(found) & self.end() != 0;
            }
            (filled, found) = next;
        }
    }

    /// Whether the name contains the word anywhere.
    fn have(&self, word: &[char]) -> bool {
        self.after(self.end() - 1, word) != 0
    }

    /// Whether the name contains the word with no other letter directly before or after it.
    fn have_apart(&self, word: &[char]) -> bool {
        let over = self.places(|sign| sign.over);
        self.after(1 | (over << 1), word) & (over | self.end()) != 0
    }

    /// The positions where the word may end if it begins at one of these positions. Characters that may be skipped can come before each
    /// letter.
    fn after(&self, from: Places, word: &[char]) -> Places {
        word.iter().fold(from, |at, &letter| {
            if at == 0 {
                return 0;
            }
            (self.read_over(at) & self.places(|sign| sign.letter == Some(letter))) << 1
        })
    }

    /// These positions, and those reached from them by skipping characters that may be skipped.
    fn read_over(&self, from: Places) -> Places {
        let over = self.places(|sign| sign.over);
        let mut at = from;
        loop {
            let next = at | ((at & over) << 1);
            if next == at {
                return at;
            }
            at = next;
        }
    }

    /// The positions directly before the characters with this property.
    fn places(&self, is_one: impl Fn(&Sign) -> bool) -> Places {
        let those = self.0.iter().enumerate().filter(|(_, sign)| is_one(sign));
        those.fold(0, |places, (index, _)| places | 1 << index)
    }

    /// The position after the last character.
    fn end(&self) -> Places {
        1 << self.0.len()
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
    ];

    const NAMES: &[&str] = &[
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
    ];

    #[test]
    fn nobody_is_called_like_the_server_or_a_computer_player_nor_nearly_so() {
        for text in REFUSED {
            assert!(is_reserved(&plain(text)), "{text}");
            assert!(PlayerName::try_from((*text).to_owned()).is_err(), "{text}");
        }
    }

    #[test]
    fn what_only_begins_or_sounds_like_it_is_a_name() {
        for text in NAMES {
            let name = PlayerName::try_from((*text).to_owned());
            assert_eq!(name.as_ref().map(PlayerName::as_str), Ok(*text));
        }
    }
}
