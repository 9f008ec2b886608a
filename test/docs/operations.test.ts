/** The metrics of the guide to operations, with a meter and a tracer that record their calls. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  metrics,
  trace,
  type BatchObservableResult,
  type MeterProvider,
  type TracerProvider,
} from '@opentelemetry/api';
import type { DepositKit, KitHooks } from 'deposit-slip/kit';
import { countingApi } from '../server/fake-api.js';
import { useClock } from '../server/clock.js';
import { shop } from '../server/shop.js';
import { example, ExampleFolder } from './examples.js';

const folder = new ExampleFolder();
folder.write('metrics', example('docs/operations.md', 'metrics'));
folder.write('route', example('docs/operations.md', 'route'));
folder.write('kit', 'export const deposit = (globalThis as { exampleKit?: unknown }).exampleKit;');

interface Metrics {
  readonly measured: KitHooks;
  observe(kit: Pick<DepositKit, 'health'>): void;
}

const HEALTH = {
  merchants: [
    { merchantId: '1', lag: 5, unmatched: 1, unreadable: 0 },
    { merchantId: '2', lag: 70, unmatched: 1, unreadable: 0 },
  ],
  ...{ events: { waiting: 3, dead: 1 }, unmatched: 2, unreadable: 0 },
};

describe('the guide to operations', () => {
  const noted: [name: string, value: number, attributes?: object][] = [];
  const spans: string[] = [];
  let collect: ((result: BatchObservableResult) => unknown) | undefined;
  let guide: Metrics;
  useClock();

  before(async () => {
    const instrument = (name: string) => ({
      name,
      record: (value: number, attributes: object) => noted.push([name, value, attributes]),
      add: (value: number, attributes: object) => noted.push([name, value, attributes]),
    });
    const meter = {
      createHistogram: instrument,
      createCounter: instrument,
      createObservableGauge: instrument,
      addBatchObservableCallback: (callback: typeof collect) => (collect = callback),
    };
    const startSpan = (name: string) => ({ end: () => spans.push(name) });
    metrics.setGlobalMeterProvider({ getMeter: () => meter } as unknown as MeterProvider);
    trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) } as unknown as TracerProvider);
    guide = await folder.load<Metrics>('metrics');
  });

  it('measures each request to the API, and counts failures', async () => {
    const api = countingApi();
    const { send } = shop({ api, on: guide.measured });
    await send();
    api.script({ slip: new Response('{}', { status: 500 }) });
    await send('?refresh=1');
    assert.deepEqual(
      noted
        .map(([name, , attributes]) => [name, attributes] as const)
        // A new code is made after deposits were read.
        .filter(([, attributes]) => !isOfFlows(attributes)),
      [
        ['deposit_slip.api.duration', { operation: 'pending-fund', failure: 'none', status: 200 }],
        ['deposit_slip.api.duration', { operation: 'pending-fund', failure: 'server', status: 500 }],
        ['deposit_slip.errors', { kind: 'unavailable' }],
      ],
    );
    assert.equal(spans.filter((name) => name === 'deposit-slip pending-fund').length, 2);
  });

  it('shows the health as gauges', async () => {
    guide.observe({ health: async () => HEALTH });
    const observed: [string, number][] = [];
    const observe = ({ name }: { name: string }, value: number) => observed.push([name, value]);
    await collect!({ observe } as unknown as BatchObservableResult);
    assert.deepEqual(observed, [
      ['deposit_slip.lag', 70],
      ['deposit_slip.events.waiting', 3],
      ['deposit_slip.events.dead', 1],
      ['deposit_slip.unmatched', 2],
      ['deposit_slip.unreadable', 0],
    ]);
  });

  it('shows the health to your monitoring only', async () => {
    Object.assign(globalThis, { exampleKit: { health: async () => HEALTH } });
    process.env['HEALTH_TOKEN'] = 'monitoring';
    const { health } = await folder.load<{ health(request: Request): Promise<Response> }>('route');
    const ask = (authorization: string) =>
      health(new Request('https://shop.example/health/deposits', { headers: { authorization } }));
    assert.equal((await ask('Bearer guessed')).status, 401);
    const response = await ask('Bearer monitoring');
    assert.deepEqual([response.status, await response.json()], [200, HEALTH]);
    delete process.env['HEALTH_TOKEN'];
  });
});

function isOfFlows(attributes: object | undefined): boolean {
  return attributes !== undefined && 'operation' in attributes && attributes.operation === 'flows';
}
