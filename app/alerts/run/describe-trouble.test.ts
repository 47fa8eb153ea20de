import { expect, test } from 'vitest'
import type { Store } from '../../../store/store.ts'
import { JUDGES } from '../judges/judges.ts'
import { createAlerts } from './alerts.server.ts'
import { describeTrouble } from './describe-trouble.ts'

const WELL = { evaluation: '', kinds: new Map(), delivery: '', lateMs: 0 }

test.each([
  ['all is well', {}, ''],
  ['rules are not evaluated', { evaluation: 'the store did not answer' }, 'the store did not answer'],
  ['nothing is stored', { lateMs: 240_000 }, 'No telemetry has been stored for 4 min.'],
  ['nothing can be sent', { delivery: 'the store did not answer' }, 'Nothing can be sent: the store did not answer'],
  [
    'a kind of rules cannot be judged',
    { kinds: new Map([['count', 'timeout']] as const) },
    'Rules of the kind “count” cannot be judged: timeout',
  ],
])('of alerts it is said when %s', (_, state, expected) => {
  expect(describeTrouble({ ...WELL, ...state })).toBe(expected)
})

test('a desk that does not alert raises no alarm that it does not', async () => {
  let alarms = 0
  const alerts = createAlerts({
    store: {} as Store,
    keys: () => ({ encrypt: text => text, decrypt: text => text }),
    sender: { send: () => Promise.reject(new Error('unexpected')), close: async () => undefined },
    judges: JUDGES,
    emergency() {
      alarms++
      return { report: () => undefined, settled: async () => undefined, close: async () => undefined }
    },
    ...{ ownServices: [], canary: undefined, publicUrl: '', isCluster: false },
  })
  await alerts.close()
  expect(alarms).toBe(0)
})
