import type { CueWords } from '../cue-words.ts';

/** Portuguese words of what is no presale code. */
export const ptDecoys: Pick<CueWords, 'discount' | 'otp' | 'order'> = {
  discount: [
    'nao valido para (?:ingressos|bilhetes)',
    'vinis',
    '\\d+ ?%',
    'desconto',
    'loja',
    'camisetas?',
    't-?shirts?',
    'frete',
    'portes',
    'carrinho',
    'bones',
    'sorteio',
    'ganhar',
    'moletom',
  ],
  otp: [
    'expira em',
    'nao (?:o )?partilhe',
    'nao compartilhe',
    'verificacao',
    'iniciar sessao',
    'fazer login',
    'redefin\\w+',
    'valido por \\d+ min',
    'autorizar',
  ],
  order: [
    'pedido',
    'encomenda',
    'obrigad[oa] pela (?:sua|tua) compra',
    'total',
    'valor',
    'fatura',
    'levantamento',
    'referencia multibanco',
    'montante',
  ],
};
