import { record } from '../record.js';
import { isClabe } from './clabe.js';

/** The bank code that the sandbox issues. No institution has it. */
const TEST_BANK = '999';

/**
 * The institutions of SPEI by the first three digits of their CLABEs, with the names that bank apps show:
 * Banxico's list of institutions, from copies of November 2026 (docs/what-banks-show.md). Institutions that
 * hold no accounts are left out.
 */
const BANKS: Readonly<Record<string, string>> = record({
  '002': 'Banamex',
  '006': 'Bancomext',
  '009': 'Banobras',
  '012': 'BBVA México',
  '014': 'Santander',
  '019': 'Banjercito',
  '021': 'HSBC',
  '030': 'BanBajío',
  '036': 'Inbursa',
  '042': 'Mifel',
  '044': 'Scotiabank',
  '058': 'Banregio',
  '059': 'Invex',
  '060': 'Bansí',
  '062': 'Afirme',
  '072': 'Banorte',
  '106': 'Bank of America',
  '108': 'MUFG',
  '110': 'JP Morgan',
  '112': 'Bmonex',
  '113': 'Ve por Más',
  '124': 'Citi México',
  '127': 'Azteca',
  '128': 'Kapital',
  '129': 'Barclays',
  '130': 'Compartamos',
  '132': 'Multiva Banco',
  '133': 'Actinver',
  '135': 'Nafin',
  '136': 'Intercam Banco',
  '137': 'BanCoppel',
  '138': 'Ualá',
  '140': 'Consubanco',
  '141': 'Volkswagen',
  '143': 'CIBanco',
  '145': 'BBase',
  '147': 'Bankaool',
  '148': 'PagaTodo',
  '150': 'Inmobiliario',
  '151': 'Dondé',
  '152': 'Bancrea',
  '154': 'Banco Covalto',
  '155': 'ICBC',
  '156': 'Sabadell',
  '157': 'Shinhan',
  '158': 'Mizuho Bank',
  '159': 'Bank of China',
  '160': 'Banco S3',
  '166': 'Bienestar',
  '167': 'Hey Banco',
  '168': 'Hipotecaria Federal',
  '170': 'Revolut Bank',
  '600': 'Monex CB',
  '601': 'GBM',
  '602': 'Masari',
  '605': 'Value',
  '616': 'Finamex',
  '617': 'Valmex',
  '620': 'Profuturo',
  '630': 'CB Intercam',
  '634': 'Fincomún',
  '638': 'Nu México',
  '646': 'STP',
  '652': 'Credicapital',
  '653': 'Kuspit',
  '656': 'Unagra',
  '659': 'ASP Integra Opc',
  '661': 'Klar',
  '670': 'Libertad',
  '677': 'Caja Popular Mexicana',
  '680': 'Cristóbal Colón',
  '683': 'Caja Telefonistas',
  '684': 'Transfer',
  '688': 'Crediclub',
  '699': 'Fondeadora',
  '703': 'Tesored',
  '706': 'Arcus FI',
  '710': 'Nvio',
  '715': 'Cashi Cuenta',
  '720': 'MexPago',
  '721': 'albo',
  '722': 'Mercado Pago W',
  '723': 'Cuenca',
  '725': 'Coopdesarrollo',
  '727': 'Transfer Directo',
  '728': 'Spin by OXXO',
  '729': 'Dep y Pag Dig',
  '730': 'Clip',
  '732': 'Peibo',
  '734': 'Finco Pay',
  '738': 'Fintoc',
});

/** Returns the bank of a valid CLABE; undefined if its code is unknown, or that of the sandbox. */
export function bankOfClabe(clabe: string): string | undefined {
  return isClabe(clabe) ? BANKS[clabe.slice(0, 3)] : undefined;
}

/** Whether a CLABE comes from the sandbox. */
export function isTestClabe(clabe: string): boolean {
  return isClabe(clabe) && clabe.startsWith(TEST_BANK);
}
