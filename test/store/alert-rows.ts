import { TABLES } from '../../store/schema/tables/table-names.ts'
import type { InsertedRow } from './open-test-store.ts'

/** A rule that fires, one that is quiet and one that was changed, with a channel of another key, silences, owners, and what was told. */
export function alertRows(): InsertedRow[] {
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000
  const at = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
  const statement = (Subject: string, What: string, value: object, minutes = 120): InsertedRow => ({
    table: TABLES.alertStatements,
    values: { Subject, At: at(minutes), Id: `${Subject} ${minutes}`, Who: '', What, Value: JSON.stringify(value) },
  })
  const errorRate = { kind: 'error rate', name: 'Error rate', watch: { abovePercent: 5, windowMinutes: 5 } }
  const channels = ['channel-1']
  const event = (id: string, what: string, minutes: number, content: object): InsertedRow => ({
    table: TABLES.alertEvents,
    values: {
      ...{ Id: id, At: at(minutes), Rule: 'error-rate', Revision: 'error-rate 120', Subject: 'shop' },
      ...{ What: what, Desk: 'd' },
      ...{ Episode: id.replace(/ .*/, ''), Content: JSON.stringify({ ...OF_SHOP, channels, ...content }) },
    },
  })
  const evaluations = Array.from({ length: 90 }, (_, minute): InsertedRow => {
    const isBreach = minute > 50 && minute < 70
    return {
      table: TABLES.alertEvaluations,
      values: {
        ...{ Rule: 'error-rate', Subject: isBreach ? 'shop' : '' },
        Slot: Math.floor(Date.parse(at(90 - minute)) / 1000),
        ...{ Desk: 'd', Revision: 'error-rate 120', Outcome: isBreach ? 'breach' : 'quiet', Threshold: 0.05 },
        ...{ Value: isBreach ? 0.12 : 0.01 + (minute % 7) / 1000, Cause: '', Label: 'shop', About: '{}' },
        Why: isBreach ? '12 % of 340 requests failed, 5 % allowed' : '1 % of 340 requests failed, 5 % allowed',
      },
    }
  })
  const step = (State: string, Event: string, Reason = ''): InsertedRow => ({
    table: TABLES.alertDeliveries,
    values: {
      ...{ Event, Channel: 'channel-1', Attempt: 1, Desk: 'd', State, Message: 'm', Status: Reason ? 500 : 200 },
      ...{ DurationMs: 120, RetryMs: 0, Reason, At: at(20) },
    },
  })
  return [
    statement('error-rate', 'rule', { ...errorRate, channels: [] }, 130),
    statement('error-rate', 'rule', { ...errorRate, channels }),
    statement('new-in-production', 'rule', { kind: 'issue', name: 'New issue', watch: { changes: ['new'] } }),
    statement('channel-1', 'channel', { name: 'Ops', kind: 'slack', isEnabled: true, isBrief: false, locked: 'x' }),
    statement('owner-1', 'ownership', { service: 'shop', path: '', owner: 'Ann' }),
    statement('silence-1', 'silence', {
      service: 'mail',
      fromMs: nowMs - 60_000,
      untilMs: nowMs + 7_200_000,
      why: 'A deploy',
    }),
    ...evaluations,
    event('a firing', 'firing', 40, {}),
    event('a resolved', 'resolved', 21, {}),
    event('b firing', 'firing', 5, { label: 'checkout', service: 'checkout' }),
    step('sent', 'a firing'),
    step('given up', 'b firing', 'status 500'),
  ]
}

const OF_SHOP = {
  ...{ ruleName: 'Error rate', kind: 'error rate', label: 'shop', service: 'shop', value: 0.12, threshold: 0.05 },
  ...{ unit: 'share', why: '12 % of 340 requests failed, 5 % allowed' },
}
