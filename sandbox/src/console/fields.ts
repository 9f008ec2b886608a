import type { Api, Row } from './api.js';
import { text } from './format.js';
import { rows, type State } from './state.js';

export type Values = Readonly<Record<string, string>>;

/** A field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** The choices; a text field without them. */
  readonly options?: (state: State, values: Values) => readonly (readonly [value: string, label: string])[];
  /** Whether the choices are shown side by side. */
  readonly isRadio?: boolean;
  readonly value?: string | ((state: State, values: Values) => string);
  readonly hint?: string;
  readonly isRequired?: boolean;
  readonly isMono?: boolean;
  /** A value that is sent but not asked for. */
  readonly isHidden?: boolean;
  /** Whether the field is shown. Default: always. */
  readonly isFor?: (values: Values) => boolean;
}

/** A form: its fields and its action. */
export interface Form {
  readonly title: string;
  readonly submit: string;
  readonly kind?: 'danger';
  readonly intro?: string | ((values: Values) => string);
  readonly fields: readonly Field[];
  /** Runs the action. Returns the message for the status line, or the message and a change of the state. */
  readonly send: (api: Api, values: Values, state: State) => Promise<string | FormResult>;
}

export interface FormResult {
  readonly message: string;
  readonly change?: Partial<State>;
  /** Whether all data loaded so far is outdated. */
  readonly forgets?: boolean;
}

export const merchantField: Field = {
  name: 'merchantId',
  label: 'Merchant',
  options: (state) =>
    rows(state, 'merchants').map((row) => [
      text(row, 'merchantId'),
      `${text(row, 'merchantId')} ${text(row, 'name')}`,
    ]),
  value: ({ merchant }) => merchant,
};

export const unique = (values: readonly string[]) => [...new Set(values)];
export const same = (values: readonly string[]) => values.map((value) => [value, value] as const);

/** Currencies of a merchant's accounts. */
const ownCurrencies = (state: State, { merchantId }: Values) => {
  const merchant = rows(state, 'merchants').find((row) => text(row, 'merchantId') === merchantId);
  return same(Object.keys((merchant?.['balances'] as object | undefined) ?? {}));
};
export const currencyField: Field = { name: 'fiat', label: 'Currency', options: ownCurrencies };

/** The channels of a currency that a merchant can have. */
export const channelTypes = (state: State) => rows(state, 'channelTypes');

/** The payment ids of a merchant's active channels. */
export function paymentIds(state: State, { merchantId }: Values) {
  const active = rows(state, 'channels').filter(
    (row) => text(row, 'merchantId') === merchantId && text(row, 'status') === 'active',
  );
  return channelTypes(state)
    .filter((type) => active.some((row) => isOfType(row, type)))
    .flatMap((type) =>
      (type['paymentIds'] as number[]).map(
        (id) => [String(id), `${id} ${text(type, 'fiat')}, ${text(type, 'channel')}`] as const,
      ),
    );
}

function isOfType(channel: Row, type: Row): boolean {
  return text(channel, 'fiat') === text(type, 'fiat') && text(channel, 'channel') === text(type, 'channel');
}
