import type { CueWords } from './cue-words.ts';

export const es: CueWords = {
  nouns: ['codigos?', 'claves?', 'contrasenas?', 'palabra (?:clave|secreta|magica)', 'palabra', 'cupon', 'santo y sena', 'llave'],
  early: ['preventa', 'pre-?venta', 'de acceso', 'acceso', 'anticipad\\w+', 'promocional', 'exclusiv\\w+', 'personal', 'unic\\w+', 'fans?', 'de compra', 'prioritari\\w+', 'desbloqueo', 'socios?', 'de invitacion'],
  other: ['pedido', 'reserva', 'confirmacion', 'localizador', 'referencia', 'seguimiento', 'recogida', 'descuento', 'regalo', 'verificacion', 'inicio de sesion', 'seguridad', 'vestimenta', 'postal', 'barras', 'qr', 'wi-?fi', 'parking', 'cliente', 'pago', 'operacion', 'autorizacion', 'firma', 'sorteo', 'rifa', 'devolucion', 'factura', 'tienda', 'activacion', 'restablec\\w+', 'un solo uso', 'de conducta', 'fuente', 'transferencia'],
  verbs: ['us(?:a|ar|e|en|ad|as|ando)', 'utiliz\\w+', 'introduc\\w+', 'introduzca\\w*', 'ingres\\w+', 'escrib\\w+', 'pon(?:er|ga|gan|ed)?', 'mete(?:r|d)?', 'meted', 'con', 'tecle\\w+', 'digit\\w+', 'copi\\w+', 'anot\\w+', 'canje\\w+', 'aplic\\w+', 'necesit\\w+'],
  copulas: ['es', 'son', 'sera', 'era', 'esta vez', 'sigue siendo', 'siguiente', 'aqui', 'simplemente'],
  fillers: ['el', 'la', 'los', 'las', 'tu', 'su', 'tus', 'este', 'esta', 'un', 'una', 'codigo', 'clave', 'contrasena', 'palabra', 'cupon', 'de', 'preventa', 'acceso', 'personal', 'exclusivo', 'promocional', 'nuestro', 'siguiente', 'nueva', 'nuevo'],
  afters: ['al (?:finalizar|comprar|pagar|momento)', 'en (?:la|el) (?:casilla|campo|web|pagina|recuadro|caja)', 'cuando te', 'para (?:comprar|acceder|desbloquear|entrar)', 'antes de', 'como (?:codigo|clave|contrasena)', 'es (?:el|la|tu)', 'y (?:compra|elige)'],
  presale: ['preventas?', 'pre-?venta', 'venta anticipada', 'compra anticipada', 'entradas?', 'boletos?', 'boletas?', 'gira', 'conciertos?', 'antes que nadie', 'acceso anticipado', 'venta general', 'localidades', 'ventaja'],
  discount: ['\\d+ ?%', 'descuento', 'tienda', 'camisetas?', 'playeras?', 'gastos de envio', 'envio gratis', 'carrito', 'rebajas', 'sudaderas?', 'sorteo', 'rifa', 'ganar', 'gana '],
  otp: ['caduca en', 'expira en', 'no lo compartas con', 'no compartas (?:este|el) codigo', 'iniciar sesion', 'inicio de sesion', 'verificacion', 'restablecer', 'autorizar', 'confirmar (?:el|tu|la) (?:pago|compra|correo)', 'valido durante \\d+ min'],
  order: ['pedido', 'gracias por tu compra', 'localizador', 'factura', 'importe', 'total', 'paquete', 'reserva confirmada'],
  expired: ['caducad\\w+', 'caduco', 'expirad\\w+', 'ya no', 'antigu\\w+', 'anulad\\w+', 'ano pasado', 'anterior', 'sustituye', 'invalid\\w+', 'no valid\\w+'],
  later: ['sin codigo', 'no (?:se )?(?:necesita\\w*|hace falta|hay) (?:ningun )?codigo', 'te (?:llega|llegara|enviaremos|mandamos|mandaremos)', 'recibiras', 'se enviara', 'proximamente', 'no la tenemos'],
  stop: 'el la los las un una unos unas y o pero es son de del al a en con sin por para que se su sus tu tus mi mis nos nuestro te me lo le les muy mas menos ya no si hoy manana ayer lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre preventa entradas entrada boletos boleto gira concierto conciertos sala ciudad fecha hora precio codigo codigos clave claves contrasena palabra hola gracias saludos aqui todos todas compra comprar acceso general venta maximo personas exclusiva mayusculas minusculas desde hasta siguiente'.split(' '),
};
