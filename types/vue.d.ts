import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { DepositSlip, DepositSlipEventMap, DepositSlipProperties } from '../dist/element.js';
import type { DepositHistory, DepositHistoryEventMap, DepositHistoryProperties } from '../dist/history.js';

declare module 'vue' {
  interface GlobalComponents {
    'deposit-slip': new () => DepositSlip & {
      $props: HTMLAttributes & DepositSlipProperties & PublicProps;
      $emit: EmitFn<{ [Name in keyof DepositSlipEventMap]: (event: DepositSlipEventMap[Name]) => void }>;
    };
    'deposit-history': new () => DepositHistory & {
      $props: HTMLAttributes & DepositHistoryProperties & PublicProps;
      $emit: EmitFn<{
        [Name in keyof DepositHistoryEventMap]: (event: DepositHistoryEventMap[Name]) => void;
      }>;
    };
  }
}
