import { readPartialBalance, type PartialBalance } from '../../contract/flow-reader.js';
import { fromMinor, isFiat } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { minorOf, readFlow } from '../kit/payments/flows.js';
import type { ReportDeposit, ReportFinding, UnreadableRecord } from './types.js';

/** A flow with the members that the statement needs. Amounts are in minor units. */
export interface Entry {
  readonly flowId: string;
  readonly settingsId: string;
  readonly createTime: number;
  readonly category: string;
  readonly flowType: string;
  readonly changed: bigint;
  readonly total: bigint;
  readonly txId: string | undefined;
  readonly extId: string | undefined;
  /** For a deposit or return: the content as the store would have it (`DepositRow.content`). */
  readonly content?: string | undefined;
  deposit?: ReportDeposit;
  readonly findings: ReportFinding['code'][];
}

/**
 * A record of the API. It has neither an entry nor a problem if it belongs to another merchant, currency or
 * period.
 */
export interface ReadRecord {
  /** Identifies the record, even among records with the same id. */
  readonly key: string;
  readonly entry?: Entry;
  readonly unreadable?: UnreadableRecord;
}

/** The records that belong to a report. */
export interface Scope {
  readonly merchantId: string;
  readonly fiat: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a record. The API may ignore a filter, so a record is left out only if a readable member contradicts
 * the filter.
 */
export async function readRecord(value: unknown, scope: Scope): Promise<ReadRecord> {
  const flow = readPartialBalance(value);
  const key = JSON.stringify(flow);
  return isWanted(flow, scope) ? { key, ...(await readWanted(flow)) } : { key };
}

async function readWanted(flow: PartialBalance): Promise<Omit<ReadRecord, 'key'>> {
  const entry = entryOf(flow);
  if (typeof entry === 'string') return { unreadable: unreadableOf(flow, entry) };
  if (flow.flowType !== 'DEPOSIT' || flow.category === 'FEE') return { entry };
  const read = await readFlow(flow);
  if (read?.kind === 'unreadable')
    return { entry: { ...entry, findings: ['unreadable'] }, unreadable: unreadableOf(flow, 'deposit') };
  return { entry: { ...entry, content: read?.content } };
}

function isWanted(flow: PartialBalance, { merchantId, fiat, from, to }: Scope): boolean {
  const { createTime = from } = flow;
  const isOfOther = flow.fiat !== undefined && isFiat(flow.fiat) && flow.fiat !== fiat;
  return (
    (flow.merchantId ?? merchantId) === merchantId && !isOfOther && createTime >= from && createTime < to
  );
}

/** The entry, or the name of the missing member. */
function entryOf(flow: PartialBalance): Entry | UnreadableRecord['problem'] {
  const { id: flowId, settingsId, createTime, category = '', flowType, fiat = '', txId, extId } = flow;
  const [changed, total] = [minorOf(flow.changed), minorOf(flow.total)];
  if (flowId === undefined) return 'id';
  if (settingsId === undefined) return 'settingsId';
  if (flowType === undefined) return 'flowType';
  if (!isFiat(fiat)) return 'fiat';
  if (changed === undefined) return 'changed';
  if (total === undefined) return 'total';
  if (createTime === undefined) return 'createTime';
  return {
    ...{ flowId, settingsId, createTime, category, flowType, changed, total, txId, extId },
    findings: [],
  };
}

function unreadableOf(flow: PartialBalance, problem: UnreadableRecord['problem']): UnreadableRecord {
  const { id: flowId, settingsId, createTime, flowType, changed, total, txId } = flow;
  return omitUndefined({ problem, flowId, settingsId, createTime, flowType, changed, total, txId });
}

/** A record with the id of another one but different content: one of the two must be wrong. */
export function repeatOf({ flowId, settingsId, createTime, flowType, ...rest }: Entry): UnreadableRecord {
  const [changed, total] = [fromMinor(rest.changed), fromMinor(rest.total)];
  const members = { flowId, settingsId, createTime, flowType, changed, total, txId: rest.txId };
  return omitUndefined({ problem: 'id' as const, ...members });
}
