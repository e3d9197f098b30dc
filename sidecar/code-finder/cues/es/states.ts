import type { CueWords } from '../cue-words.ts';

/** Spanish words of dead and of later codes, and words that are never codes. */
export const esStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'caducad\\w+',
    'caduco',
    'expirad\\w+',
    'ya no',
    'antigu\\w+',
    'anulad\\w+',
    'ano pasado',
    'anterior',
    'sustituye',
    'invalid\\w+',
    'no valid\\w+',
  ],
  later: [
    'sin codigo',
    'no (?:se )?(?:necesita\\w*|hace falta|hay) (?:ningun )?codigo',
    'te (?:llega|llegara|enviaremos|mandamos|mandaremos)',
    'recibiras',
    'se enviara',
    'proximamente',
    'no la tenemos',
  ],
  stop: 'el la los las un una unos unas y o pero es son de del al a en con sin por para que se su sus tu tus mi mis nos nuestro te me lo le les muy mas menos ya no si hoy manana ayer lunes martes miercoles jueves viernes sabado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre preventa entradas entrada boletos boleto gira concierto conciertos sala ciudad fecha hora precio codigo codigos clave claves contrasena palabra hola gracias saludos aqui todos todas compra comprar acceso general venta maximo personas exclusiva mayusculas minusculas desde hasta siguiente valido valida necesario necesaria disponible enviado enviada activo activa incluido adjunto unico unica personal pronto caducado obligatorio abierto abierta distinto intransferible correcto incorrecto abajo todavia adentro dentro acaba aca acerca ademas ahi ahora algo alguien algun alguna algunas algunos alla alli ambos ante antes aquel aquella aquellos arriba asi aun aunque bajo bastante bien buen buena buenas bueno buenos cada casi cerca cierto cinco como contigo contra cosa cosas cual cuales cualquier cuando cuanto cuatro da dar deben debe debes decir dejar demas despues detras dia dias dice dicho diez dos durante e ella ellas ellos encima entonces entre era eran eres esa esas ese eso esos esta estaba estado estamos estan estar estara estas este esto estos estoy estuvo fin fue fuera fueron gran grande ha haber habia habra hace hacer hacia haga hago han has hay haya haz he hecho hemos hicimos igual incluso ir jamas junto juntos lado largo luego lugar mal mayor mejor mejores menor mientras mio mios misma mismo mismos momento mucha muchas mucho muchos nada nadie ni ningun ninguna ninguno nosotros nuestra nuestras nuestros nueva nuevas nuevo nuevos nueve nunca ocho os otra otras otro otros parte pasado poca poco pocos podemos poder podra podran podras podria ponga poner porque posible primer primera primeras primero primeros propio proximo proxima pueda pueden puede puedes pues puesto quien quienes quiera quiere quieres quiza quizas saber sabes sea sean segun segunda segundo seis ser sera seran sido siempre siendo siete sigue sino sobre sois sola solamente solo somos soy suya suyo tal tales tambien tampoco tan tanta tanto tendra tendras tenemos tener tengo tercera ti tiene tienen tienes toda todo tras traves tres tuvo tuya tuyo ultima ultimo unicamente usted ustedes va vamos van varias varios vas vaya ve veces ver vez vosotros voy vuestra vuestro yo lun mar mie jue vie sab dom ene feb abr may jun jul ago sep sept oct nov dic mediodia medianoche semana semanas mes meses ano anos horas hrs minutos tarde noche mananas estimado estimada estimados querido querida apreciado bienvenido bienvenida cordialmente atentamente saludo abrazo abrazos besos beso suerte felicidades atencion aviso importante recuerda recordatorio nota disculpa perdon ps pd preventas prevendida tickets ticket boleta boletas boleteria taquilla asientos asiento butacas butaca platea grada gradas palco pista cupo cupos aforo agotado agotadas funcion funciones recital recitales show shows festival artista artistas banda teatro auditorio estadio fans fan club socio socios miembro miembros suscriptor suscriptores registro registrate registrarse cuenta usuario correo correos email mail mensaje enlace liga link boton pulsa clic click pagina sitio web campo casilla casillero recuadro introduce introducir ingresa ingresar escribe escribir teclea usa usar utiliza pon pega copia comprando pagar pago carrito cesta pedido reserva reservar reservas localizador descuento regalo tienda oferta promocion promocional cupon contrasenas palabras espacio espacios guion letras letra numero numeros digitos caracteres tilde acento acentos mayuscula minuscula limite limitado limitada persona cliente clientes disponibles exclusivo exclusivos anticipado anticipada prioritario prioritaria terminos condiciones privacidad baja legales euros pesos precios gastos gestion'.split(
    ' ',
  ),
};
