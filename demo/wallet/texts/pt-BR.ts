import type { WalletTexts } from './texts.js';

export const ptBR: WalletTexts = {
  name: 'Carteira Sol',
  balance: 'Saldo disponível',
  currency: 'Moeda',
  add: 'Adicionar dinheiro',
  tabs: 'Carteira',
  home: 'Início',
  deposits: 'Depósitos',
  close: 'Fechar',
  done: 'Voltar à carteira',
  received: (sum) => `Você recebeu ${sum}`,
  justNow: 'agora mesmo',
  phone: 'O que você copia na carteira é colado neste banco. É só um teste: nenhum dinheiro é movimentado.',
  see: 'Ver a carteira',
};
