// Texts of the rules of pong hau k'i, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.pong.board": "پنج نقطه، هفت خط، هر کس دو سنگ. یک سو خط ندارد.",
  "learn.pong.move": "به نوبت یکی از سنگ‌هایتان را در راستای خط به نقطهٔ خالی ببرید. هر که نتواند حرکت کند می‌بازد.",
  "learn.pong.draws": "با بازی خوب کسی نمی‌بازد. وضعیت یکسان برای بار سوم تساوی است.",
};
