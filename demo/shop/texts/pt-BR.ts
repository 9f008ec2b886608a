import type { ShopTexts } from './texts.js';

export const ptBR: ShopTexts = {
  country: 'País',
  change: 'Trocar',
  pay: 'Pague seu pedido',
  thanks: (name) => `Obrigado, ${name}`,
  order: (number, date) => `Pedido ${number} · ${date}`,
  preparing: (number) => `Pedido ${number} · já estamos preparando`,
  steps: {
    placed: 'Pedido feito',
    payment: 'Pagamento',
    waiting: 'aguardando',
    paid: 'Pago',
    preparation: 'Preparação',
    whenPaid: 'após o pagamento',
    today: 'hoje',
    delivery: 'Entrega',
  },
  yourOrder: 'Seu pedido',
  dripper: ['Coador de cerâmica', 'Cor de osso, com jarra de 400\u00a0ml'],
  cup: ['Caneca esmaltada', 'Azul noite, 250\u00a0ml'],
  quantity: (count) => `Quantidade: ${count}`,
  products: 'Produtos',
  shipping: 'Frete padrão',
  total: 'Total, impostos incluídos',
  payment: 'Pagamento',
  account: {
    part: (received, missing) => `Recebemos ${received}. Falta ${missing} para completar seu pedido.`,
    over: (received, excess) =>
      `Recebemos ${received}: ${excess} a mais que o total do seu pedido. Fale conosco para receber a diferença de volta.`,
    returned: (sum) =>
      `Um pagamento de ${sum} foi devolvido. Seu pedido está aguardando o pagamento de novo.`,
  },
  open: { title: 'Seus outros pedidos não pagos', pay: 'Pagar' },
  payments: {
    link: 'Ver os pagamentos deste pedido',
    title: (number) => `Pagamentos do pedido ${number}`,
    back: 'Voltar ao pedido',
  },
  again: 'Continuar comprando',
  deliverTo: 'Entrega',
  wallet: {
    title: 'Carteira Sol',
    text: 'Adicione dinheiro e pague suas próximas compras na hora.',
    add: 'Adicionar dinheiro',
  },
  questions: 'Dúvidas sobre o pagamento?',
  write: 'Fale conosco',
  returns: 'Trocas e devoluções: 30 dias',
  phone: {
    title: 'O celular de quem paga',
    text: 'O que você copia na loja é colado neste banco. Tudo é de teste: nenhum dinheiro é movimentado.',
    scan: 'Ler o QR Code',
    open: 'Abrir o banco de teste',
    close: 'Fechar o banco de teste',
    frame: 'Banco de teste',
  },
};
