//! The words of [`super::reserved`]: how the server, those who run it and computer players are called, in the languages of the page and in
//! the scripts that names may have. Words that are also people's names are left out (نظام, سرور, مشرف, Avis, Notis, Richter, Dev).

use std::sync::LazyLock;

use super::likeness::{bare, look};

/// No name contains these, not even inside of a longer word: compounds and plurals are called the same (`superadmin`, `Moderators`).
const INSIDE: &str = "admin moderator moderador modérateur moderatør amministrator pentadbir gamemaster webmaster sysop helpdesk \
    админ модератор адміністратор διαχειριστ συντονιστ администратор ადმინ მოდერატორ ադմին մոդերատոր אדמין מודרטור";
/// Words in which one of [`INSIDE`] only happens to be.
const INNOCENT: &str = "badminton бадминтон badmind madmind sadmind deadmind headmind broadmind badmine madmine deadmine roadmine \
    badminor ahmadmin muhammadmin mohammadmin";
/// No name contains these as one of its words, because such a person would seem to speak for the server. A plural with `s` is the same.
const APART: &str = "announcement notice message security staff referee umpire \
    مدیر المدير مديرالنظام المديرون المدراء مدیران ادمین أدمن الأدمن الادارة إدارة ایڈمن منتظم المشرفون المشرفين \
    מנהל מנהלת המנהל המנהלת מנהלים המנהלים מנהלי \
    एडमिन ऐडमिन एडमिनिस्ट्रेटर प्रशासक मॉडरेटर संचालक अ‍ॅडमिन অ্যাডমিন এডমিন প্রশাসক মডারেটর நிர்வாகி அட்மின் \
    అడ్మిన్ నిర్వాహకుడు మోడరేటర్ ಅಡ್ಮಿನ್ ನಿರ್ವಾಹಕ ಮಾಡರೇಟರ್ അഡ്മിൻ മോഡറേറ്റർ એડમિન સંચાલક વ્યવસ્થાપક ਐਡਮਿਨ ਪ੍ਰਬੰਧਕ \
    පරිපාලක ඇඩ්මින් አስተዳዳሪ አድሚን ადმინისტრატორი";
/// No name contains these anywhere: scripts without blanks between words, and words of several syllables, which are written with blanks.
const UNSPACED: &str = "管理员 管理員 管理者 管理組 管理组 管理人 客服 官方 系统 系統 服务器 伺服器 机器人 機器人 運営 运营 營運 版主 \
    站长 站長 超管 工作人员 工作人員 公告 裁判 公式アカウント 審判員 お知らせ \
    サーバー ボット システム アドミン モデレーター スタッフ 관리자 운영자 운영진 어드민 공지사항 \
    แอดมิน ผู้ดูแล ผู้ดแลระบบ เจ้าหน้าที่ ເເອດມິນ ແອດມິນ ຜູ້ດູແລ អ្នកគ្រប់គ្រង អ្នកសម្របសម្រួល အက်ဒမင် စီမံခန့်ခွဲသူ \
    quảntrịviên quảntrịhệthống điềuhànhviên";
/// Words that are reserved as whole names, alone or combined with each other and with [`FILLING`]; one is the name of people whose data
/// was deleted. A plural with `s` is the same.
const ALONE: &str = "alert bot computer developer forgotten giog helpdesk host mod notification official operator robot root server \
    simple supervisor support system warning \
    hos komputer pelayan pengendali penyelia rasmi sistem sokongan pengumuman pemberitahuan keselamatan pengadil mesej kakitangan \
    operador opérateur servidor serveur sistema soporte suporte système officiel arbitre árbitro anuncio annonce aviso mensaje seguridad \
    sécurité personnel oficial \
    schiedsrichter ankündigung hinweis mitteilung nachricht sicherheit mitarbeiter verwalter offiziell meldung \
    máychủ hệthống thôngbáo tinnhắn bảomật nhânviên trọngtài hỗtrợ chínhthức điềuhành \
    yönetici duyuru amministratore arbitro \
    бот боты оператор операторы поддержка робот роботы сервер серверы система объявление уведомление сообщение безопасность персонал арбитр \
    судья официальный підтримка оголошення \
    διακομιστής σύστημα υποστήριξη ανακοίνωση ειδοποίηση μήνυμα ασφάλεια διαιτητής προσωπικό μποτ επίσημο \
    שרת השרת מערכת המערכת תמיכה בוט בוטים צוות הצוות שופט הודעה אבטחה רשמי \
    پشتیبانی الدعم ربات ربات‌ها بوت بوتات الخادم إعلان اعلان اعلامیه اطلاعیه رسالة تنبيه الأمن امنیت الحكم کارکنان رسمی رسمي سامانه \
    सर्वर बॉट सिस्टम सूचना सहायता सपोर्ट সার্ভার বট ঘোষণা சேவையகம் அறிவிப்பு \
    სერვერი ბოტი მსაჯი սերվեր բոտ մրցավար \
    ระบบ เซิร์ฟเวอร์ บอท ประกาศ กรรมการ ระบบข้อความ ລະບົບ ແຈ້ງການ ប្រព័ន្ធ សេចក្តីជូនដំណឹង စနစ် အသိပေးချက် དོ་དམ་པ \
    电脑 電腦 支持 主持人 管理 通知 消息 安全 安保 提醒 警告 审判 審判 公式 通告 \
    봇 서버 시스템 공지 알림 심판 보안 메시지 서포트 サポート サーバ 通知 メッセージ セキュリティ";
/// Words that do not make a reserved word a valid name. None has fewer letters than a name could begin or end with (`Amod` is a name).
const FILLING: &str = "account all and center chief client desk for from game head important main my new of online player real room senior \
    service site super table team the web your 团队 團隊 中心 的 小 总 總 重要 の ห้อง";

/// The words as they look ([`look`]), ready to be compared with names.
pub(super) static WORDS: LazyLock<Words> = LazyLock::new(Words::read);

/// A word as a list of letters as they look.
pub(super) type Word = Vec<char>;

/// All lists.
pub(super) struct Words {
    pub inside: Vec<Word>,
    /// An innocent word, which part of [`Self::inside`] it contains, and how many letters follow that part.
    pub innocent: Vec<(Word, usize, usize)>,
    pub apart: Vec<Word>,
    pub unspaced: Vec<Word>,
    pub alone: Vec<Word>,
    pub filling: Vec<Word>,
}

impl Words {
    fn read() -> Self {
        let inside = looks(INSIDE);
        let apart: Vec<Word> = [APART, INSIDE]
            .into_iter()
            .flat_map(|words| plurals(looks(words)))
            .collect();
        let unspaced = looks(UNSPACED);
        let mut alone = plurals(looks(ALONE));
        alone.extend(apart.iter().chain(&unspaced).cloned());
        Self {
            innocent: innocent()
                .iter()
                .flat_map(|word| parts(word, &inside))
                .collect(),
            inside,
            apart,
            unspaced,
            alone: ornate(alone),
            filling: looks(FILLING),
        }
    }
}

/// The innocent words, also with capitals: a capital may look like another letter than its small letter.
fn innocent() -> Vec<Word> {
    let words = INNOCENT.split_whitespace().flat_map(|word| {
        let first = word.chars().next().map_or(0, char::len_utf8);
        let (first, rest) = word.split_at(first);
        let capital = first.to_uppercase() + rest;
        [word.to_owned(), capital, word.to_uppercase()]
    });
    looks(&words.collect::<Vec<_>>().join(" "))
}

/// Where an innocent word has parts that names must not have.
fn parts(word: &Word, inside: &[Word]) -> Vec<(Word, usize, usize)> {
    let part = |(index, part): (usize, &Word)| {
        let at = word.windows(part.len()).position(|here| here == part)?;
        Some((word.clone(), index, word.len() - at - part.len()))
    };
    inside.iter().enumerate().filter_map(part).collect()
}

fn looks(words: &str) -> Vec<Word> {
    let look = |word| {
        let letters = bare(word).filter(|c| c.is_alphabetic());
        letters
            .flat_map(|c| look(c).chars().collect::<Vec<_>>())
            .collect()
    };
    words.split_whitespace().map(look).collect()
}

/// The words, and those in Latin letters also with an `s`.
fn plurals(words: Vec<Word>) -> Vec<Word> {
    let plural = |word: &Word| {
        let latin = word.iter().all(char::is_ascii_alphabetic) && word.last() != Some(&'s');
        latin.then(|| word.iter().copied().chain(['s']).collect())
    };
    let plurals: Vec<Word> = words.iter().filter_map(plural).collect();
    words.into_iter().chain(plurals).collect()
}

/// The words, and the same between one or two `x` as an ornament (`xBotx`); an `x` at one end makes names (`Simplex`).
fn ornate(words: Vec<Word>) -> Vec<Word> {
    let ornate = |word: &Word| {
        let between = |x: &[char]| [x, word, x].concat();
        [between(&['x']), between(&['x', 'x'])]
    };
    let ornate: Vec<Word> = words.iter().flat_map(ornate).collect();
    words.into_iter().chain(ornate).collect()
}

#[cfg(test)]
mod tests {
    use super::WORDS;

    /// A list with an empty word would refuse every name.
    #[test]
    fn every_reserved_word_has_letters() {
        let words = &*WORDS;
        let lists = [
            &words.inside,
            &words.apart,
            &words.unspaced,
            &words.alone,
            &words.filling,
        ];
        assert!(lists.into_iter().flatten().all(|word| !word.is_empty()));
        assert!(words.inside.iter().all(|word| word.len() >= 4));
        assert!(words.unspaced.iter().all(|word| word.len() >= 2));
    }

    #[test]
    fn every_innocent_word_is_innocent_of_something() {
        for word in super::looks(super::INNOCENT) {
            assert!(
                WORDS
                    .innocent
                    .iter()
                    .any(|(innocent, ..)| *innocent == word),
                "{word:?}"
            );
        }
    }
}
