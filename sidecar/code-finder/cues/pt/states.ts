import type { CueWords } from '../cue-words.ts';

/** Portuguese words of dead and of later codes, and words that are never codes. */
export const ptStates: Pick<CueWords, 'expired' | 'later' | 'stop'> = {
  expired: [
    'expirad\\w+',
    'expirou',
    'ja nao',
    'nao (?:vale|funciona|serve) mais',
    'antig\\w+',
    'anulad\\w+',
    'cancelad\\w+',
    'ano passado',
    'anterior',
    'substitu\\w+',
    'invalid\\w+',
    'caduc\\w+',
  ],
  later: [
    'sem codigo',
    'nao (?:e|precisa\\w*|ha) (?:necessario )?(?:de )?(?:nenhum )?codigo',
    'enviaremos',
    'vai receber',
    'vais receber',
    'recebera',
    'sera enviad\\w+',
    'chega amanha',
    'em breve',
  ],
  stop: 'o a os as um uma e ou mas de do da dos das em no na nos nas com sem por para que se seu sua teu tua meu minha nosso nossa este esta isto ja nao sim hoje amanha ontem segunda terca quarta quinta sexta sabado domingo feira janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro pre-venda prevenda ingressos ingresso bilhetes bilhete show shows concerto concertos sala cidade data hora preco codigo codigos senha senhas palavra ola oi obrigado obrigada aqui todos todas compra comprar acesso geral venda maximo pessoa exclusiva seguinte letras valido valida necessario necessaria disponivel enviado enviada ativo ativa incluido anexo unico unica pessoal breve expirado obrigatorio aberto aberta diferente intransmissivel abaixo ainda dentro acima agora ai alem algo alguem algum alguma algumas alguns ali ambos ante antes ao aos apenas apos aquela aquelas aquele aqueles aquilo assim ate atras atraves bem boa boas bom bons cada caso cerca certa certo cima cinco coisa coisas comigo como conforme conosco connosco conta contra contudo cuja cujo dai dar debaixo dela delas dele deles demais depois desde dessa desse desta deste devem deve dez dia dias disse disso diz dois doze duas durante ela elas ele eles enquanto entao entre era eram es essa essas esse esses estao estar estara estas estava estes estou eu faz fazem fazer fez fica ficar fim foi fora foram for gente grande ha hei houve ir isso jamais junto la lado lhe lhes lo logo longe lugar maior maioria mais mal me meio melhor menor menos mesma mesmas mesmo mesmos meus mim minhas momento muita muitas muito muitos nada naquela naquele nela nele nem nenhum nenhuma ninguem nisso nisto nome nossas nossos nova novas nove novo novos num numa nunca oito onde onze outra outras outro outros parte pela pelas pelo pelos pequeno perto pode podem poder podes posso pouca pouco poucos pois porem porque possivel pra primeira primeiras primeiro primeiros pro proprio propria proxima proximo quais qual qualquer quando quanto quantos quase quatro quem quer querem quero sao seis seja sejam sempre sendo ser sera serao sete seus si sido so sob sobre somente somos sou suas tal talvez tambem tanta tanto tao te tem temos tenha tenho tens ter tera terceira ti tinha toda todavia todo tres tu tudo ultima ultimo umas uns vai vais vamos vao varias varios veio vem ver vez vezes vindo voce voces vos vossa vosso seg qua qui sex sab dom jan fev mar abr mai jun jul ago set out nov meio-dia meia-noite tarde noite madrugada semana semanas mes meses ano anos horas minutos fim-de-semana caro cara caros prezado prezada estimado estimada querido querida bem-vindo bem-vinda obrigados abraco abracos beijo beijos beijinhos cumprimentos atenciosamente cordialmente saudacoes parabens atencao importante aviso lembrete lembre nota desculpe desculpa ps assunto pre-vendas vendas tickets ticket bilheteira bilheteria lugares plateia pista bancada balcao camarote cadeira fila setor portas porta espetaculo espetaculos evento eventos apresentacao artista banda turne digressao tour teatro estadio arena festival fa fas fan fans clube socio socios membro membros assinante assinantes subscritor newsletter registo registro cadastro utilizador usuario email e-mail mail mensagem link botao clique clica clicar pagina site web campo caixa insira inserir introduza introduzir digite digitar escreva usa usar use utilize coloque copie cole carrinho checkout pagamento pagar pedido encomenda reserva reservar desconto loja promocao promocional oferta cupom cupao palavra-passe palavra-chave palavras chave espaco espacos hifen letra numero numeros digitos caracteres acento acentos maiuscula maiusculas minuscula minusculas limite limitado limitada cliente clientes disponiveis esgotado exclusivo exclusivos antecipado antecipada prioritario prioritaria termos condicoes privacidade cancelar euros reais precos taxa taxas gratis gratuito'.split(
    ' ',
  ),
};
