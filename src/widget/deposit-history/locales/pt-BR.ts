import type { HistoryMessages } from '../messages.js';

/** Brazilian Portuguese, with você. */
export const ptBR: HistoryMessages = {
  title: 'Depósitos recentes',
  test: 'Teste: estes depósitos não são reais',
  loading: 'Carregando seus depósitos',
  empty: 'Nenhum depósito ainda',
  emptyHint: 'Cada depósito aparece aqui quando chega.',
  titles: { ach: 'Transferência ACH', wire: 'Transferência wire' },
  today: 'Hoje',
  yesterday: 'Ontem',
  awaited: 'Ainda não recebidos',
  states: {
    waiting: 'Aguardando',
    arrived: 'Recebido',
    'other-amount': 'Outro valor',
    returned: 'Devolvido',
  },
  notes: {
    waiting: 'Ainda não recebemos nada. Se você pagou há algum tempo, pergunte a {merchant}.',
    arrived: '',
    'other-amount': 'O valor recebido é diferente do solicitado. Pergunte a {merchant} o que fazer.',
    returned: 'O dinheiro voltou para quem enviou. Se não esperava por isso, pergunte a {merchant}.',
  },
  open: 'Ver os dados do pagamento',
  showMore: 'Ver mais',
  added: 'Mais {count} depósitos',
  loadingMore: 'Carregando mais depósitos',
  moreFailed: 'Não foi possível carregar os depósitos anteriores.',
  newest: 'Voltar aos mais recentes',
  news: '{title}: {amount} recebidos',
  paused: 'A lista não está mais sendo atualizada',
  stale: 'Não foi possível atualizar a lista',
  unreadable: 'Não foi possível mostrar alguns depósitos. Pergunte a {merchant} sobre eles.',
  failed: 'Não foi possível carregar seus depósitos',
};
