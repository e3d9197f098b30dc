import type { CueWords } from './cue-words.ts';

export const pt: CueWords = {
  nouns: ['codigos?', 'senhas?', 'palavra-?(?:passe|chave)', 'palavra (?:chave|secreta|magica|passe)', 'palavra', 'cupom', 'cupao', 'chave', 'pin'],
  early: ['pre-?vendas?', 'pre venda', 'de acesso', 'acesso', 'antecipad\\w+', 'promocional', 'exclusiv\\w+', 'pessoal', 'unic\\w+', 'fas?', 'socios?', 'prioritari\\w+', 'desbloque\\w+', 'convite', 'de compra'],
  other: ['pedido', 'encomenda', 'reserva', 'confirmacao', 'referencia', 'rastreio', 'rastreamento', 'levantamento', 'retirada', 'desconto', 'presente', 'verificacao', 'seguranca', 'login', 'inicio de sessao', 'postal', 'de barras', 'qr', 'wi-?fi', 'estacionamento', 'cliente', 'pagamento', 'autorizacao', 'sorteio', 'devolucao', 'fatura', 'loja', 'ativacao', 'entidade', 'vestuario', 'de conduta', 'protocolo', 'sim', 'multibanco'],
  verbs: ['us(?:a|ar|e|em|ando)', 'utiliz\\w+', 'insira\\w*', 'inserir', 'insere', 'introdu\\w+', 'digit\\w+', 'escrev\\w+', 'com', 'coloc\\w+', 'poe', 'ponha', 'aplic\\w+', 'copi\\w+', 'precis\\w+', 'inform\\w+', 'mete'],
  copulas: ['e', 'sao', 'sera', 'era', 'desta vez', 'seguinte', 'aqui', 'continua', 'abaixo', 'simplesmente'],
  fillers: ['o', 'a', 'os', 'as', 'teu', 'tua', 'seu', 'sua', 'este', 'esta', 'um', 'uma', 'codigo', 'senha', 'palavra', 'cupom', 'de', 'acesso', 'pessoal', 'exclusivo', 'promocional', 'pre-venda', 'nosso', 'nova', 'novo', 'seguinte', 'da', 'do'],
  afters: ['na hora (?:da compra|de)', 'no (?:campo|checkout|carrinho|momento)', 'ao (?:comprar|finalizar)', 'quando (?:for|te|o site)', 'para (?:comprar|acessar|aceder|desbloquear|entrar|garantir)', 'como (?:codigo|senha)', 'na (?:pagina|caixa)', 'antes d', 'e (?:o|a) (?:teu|seu|tua|sua)'],
  presale: ['pre-?vendas?', 'pre venda', 'ingressos?', 'bilhetes?', 'digressao', 'turne', 'concertos?', 'shows?', 'acesso antecipado', 'antes de todos', 'venda geral', 'compr\\w+ antes', 'lugares'],
  discount: ['\\d+ ?%', 'desconto', 'loja', 'camisetas?', 't-?shirts?', 'frete', 'portes', 'carrinho', 'bones', 'sorteio', 'ganhar', 'moletom'],
  otp: ['expira em', 'nao (?:o )?partilhe', 'nao compartilhe', 'verificacao', 'iniciar sessao', 'fazer login', 'redefin\\w+', 'valido por \\d+ min', 'autorizar'],
  order: ['pedido', 'encomenda', 'obrigad[oa] pela (?:sua|tua) compra', 'total', 'valor', 'fatura', 'levantamento', 'referencia multibanco', 'montante'],
  expired: ['expirad\\w+', 'expirou', 'ja nao', 'nao (?:vale|funciona|serve) mais', 'antig\\w+', 'anulad\\w+', 'cancelad\\w+', 'ano passado', 'anterior', 'substitu\\w+', 'invalid\\w+', 'caduc\\w+'],
  later: ['sem codigo', 'nao (?:e|precisa\\w*|ha) (?:necessario )?(?:de )?(?:nenhum )?codigo', 'enviaremos', 'vai receber', 'vais receber', 'recebera', 'sera enviad\\w+', 'chega amanha', 'em breve'],
  stop: 'o a os as um uma e ou mas de do da dos das em no na nos nas com sem por para que se seu sua teu tua meu minha nosso nossa este esta isto ja nao sim hoje amanha ontem segunda terca quarta quinta sexta sabado domingo feira janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro pre-venda prevenda ingressos ingresso bilhetes bilhete show shows concerto concertos sala cidade data hora preco codigo codigos senha senhas palavra ola oi obrigado obrigada aqui todos todas compra comprar acesso geral venda maximo pessoa exclusiva seguinte letras'.split(' '),
};
