import { ExportResultCode } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import { expect, test } from 'vitest'
import { ExportQueue } from '../export/export-queue.ts'
import { type LogFilter, processLogs } from './log-processor.ts'

/** A processor, what has left it, and what it has counted as lost. */
function pipeline(beforeSend?: LogFilter) {
  const sent: ReadableLogRecord[] = []
  const lost: string[] = []
  const exporter = {
    export(items: ReadableLogRecord[], settle: (result: { code: ExportResultCode }) => void) {
      sent.push(...items)
      settle({ code: ExportResultCode.SUCCESS })
    },
    shutdown: async () => {},
  }
  const recordLoss = (...[signal, reason, count]: [string, string, number, unknown?]) =>
    void lost.push(`${count} ${signal} ${reason}`)
  const logs = processLogs({
    queue: new ExportQueue('logs', exporter, recordLoss),
    resource: emptyResource(),
    scope: { name: 'test' },
    beforeSend,
    recordLoss,
    recordLogged() {},
    mapper: { map: async () => 'no_map' },
  })
  const say = (body: string) => logs.add({ severityNumber: 9, severityText: 'INFO', body, attributes: {} })
  return { logs, say, sent, lost }
}

test('the app may change or drop a record last, and where it throws the record is not sent but counted', async () => {
  const { logs, say, sent, lost } = pipeline(record => {
    if (record.body === 'unwanted') return false
    if (record.body === 'broken') throw new Error('filter')
    record.attributes['card'] = 'XXXX'
    return true
  })
  for (const body of ['unwanted', 'broken', 'paid']) say(body)
  await logs.forceFlush()

  expect(sent.map(({ body, attributes }) => [body, attributes['card']])).toEqual([['paid', 'XXXX']])
  expect(lost).toEqual(['1 logs before_send_failed'])
})

test('an exception that is reported again while its stack is mapped is sent once, in its last version', async () => {
  const { logs, sent } = pipeline()
  const tell = (severityText: string, uid: string) =>
    logs.add({
      severityNumber: 17,
      severityText,
      body: 'Error: no price',
      attributes: { 'log.record.uid': uid, 'exception.stacktrace': 'Error: no price\n    at pay (/srv/pay.js:1:2)' },
    })
  tell('WARN', 'a')
  tell('WARN', 'b')
  tell('ERROR', 'a')
  await logs.forceFlush()
  expect(sent.map(({ severityText, attributes }) => [attributes['log.record.uid'], severityText]).sort()).toEqual([
    ['a', 'ERROR'],
    ['b', 'WARN'],
  ])

  tell('WARN', 'c')
  await logs.forceFlush()
  tell('ERROR', 'c')
  await logs.forceFlush()
  expect(sent.slice(2).map(({ severityText }) => severityText)).toEqual(['WARN', 'ERROR'])
})
