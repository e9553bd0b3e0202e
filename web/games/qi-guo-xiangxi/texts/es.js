// Texts of the rules of seven kingdoms chess, which come with their page; the others of this language are in ../../../texts.

export const texts = {
  "learn.allies": "Aliados",
  "learn.falls": "Cómo cae un estado",
  "learn.kingdoms.board": "Siete ejércitos de 17 piezas en 19 × 19 puntos. Los estados mueven por turno: Qin, Chu, Han, Qi, Wei, Zhao, Yan. El rey de Zhou, en el centro, no es de nadie: nunca se mueve y ninguna pieza puede entrar en su punto.",
  "learn.kingdoms.ally": "Con siete jugadores, cada uno tiene un estado. Con seis, Qin toma un aliado; con cinco, también Chu; con cuatro, también Qi. Eligen antes de la primera jugada y mueven ambos ejércitos, cada uno en su turno.",
  "learn.kingdoms.far": "General: cualquier distancia, recto o en diagonal. General adjunto: cualquier distancia recto. Ayudante: cualquier distancia en diagonal. Emisario: como el general, pero ni captura ni puede ser capturado.",
  "learn.kingdoms.shots": "Catapulta: cualquier distancia recto; para capturar debe saltar exactamente una pieza. Arco: exactamente cuatro puntos; ballesta: exactamente cinco, recto o en diagonal.",
  "learn.kingdoms.near": "Cuchillo: un punto en diagonal. Espada: un punto recto. Caballería: un punto recto y luego tres en diagonal hacia fuera. Solo la catapulta salta sobre otra pieza.",
  "learn.kingdoms.fall": "Un estado cae cuando se captura su general o cuando ha perdido once piezas. Sus piezas salen del tablero. Si atacas a tu propio aliado, se pierde todo su ejército, salvo que la mesa rechace esas jugadas. Quedas fuera cuando han caído todos tus estados.",
  "learn.kingdoms.end": "Quien ha capturado dos generales, o treinta otras piezas, es el hegemón y gana enseguida. Cuando queda un solo jugador, tras 140 jugadas sin capturas o tras 1400 jugadas, gana quien más piezas ha capturado, aunque esté fuera. Quien abandonó no puede ganar.",
};
