import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MAX_REQUEST_MIB } from './describe-refused-requests.ts'
import { LossTable } from './losses.tsx'

/** The rows as texts, and what is below. */
function show(props: Partial<ComponentProps<typeof LossTable>>) {
  const html = renderToStaticMarkup(<LossTable losses={[]} refusedRequests={[]} browsers={[]} relayed="" {...props} />)
  const rows = [...html.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)].map(([, row = '']) =>
    row.split(/<\/t[hd]>|<span class="beside">/).flatMap(cell => cell.replaceAll(/<[^>]*>/g, '') || []),
  )
  return { html, rows }
}

test('names each loss, with its numbers; what its sender does not count is no zero', () => {
  const { rows } = show({
    losses: [
      { kind: 'given-up', detail: 'clickhouse', spans: 1_200, logs: 0, points: 5 },
      { kind: 'given-up', detail: 'clickhouse/noise', spans: 3, logs: 0, points: 0 },
      { kind: 'refused', detail: '', spans: 0, logs: 10, points: 0 },
      { kind: 'unstorable', detail: '', spans: 4, logs: 0, points: 0 },
      { kind: 'sdk', detail: 'before_send_failed', spans: 0, logs: 2, points: 0 },
    ],
    browsers: [
      { reason: 'page_gone', spans: 7, logs: 1, others: 0 },
      { reason: 'queue_full', spans: 0, logs: 0, others: 9 },
    ],
  })
  expect(rows).toEqual([
    ['Given up after all retries', '1,200', '0', '5'],
    ['Given up after all retries', 'drop counts', '3', '0', '0'],
    ['Refused by Collector', 'senders may retry', '0', '10', '0'],
    ['Dropped, empty or no ID', '4', '0', '0'],
    ['Dropped by server SDK', 'beforeSend failed', '0', '2', '–'],
    ['Dropped by browser', 'page closed', '7', '1', '–'],
    ['Dropped by browser', 'queue full; spans or log records', '–', '9', '–'],
  ])
})

test('requests refused before they were read are counted as such, with the limit that they met and what to do', () => {
  const { html, rows } = show({
    refusedRequests: [
      { protocol: 'grpc', reason: 'large', requests: 1 },
      { protocol: 'http', reason: 'large', requests: 1_200 },
    ],
  })
  expect(rows).toEqual([])
  expect(html).not.toContain('No losses reported.')
  expect(html).toContain(
    'Collectors refused for good: 1 request over gRPC above 4 MiB (max_recv_msg_size_mib); 1,200 requests over HTTP above 4 MiB (max_request_body_size), or malformed.',
  )
  expect(html).toContain('sending_queue: { batch: { sizer: bytes, max_size: 4000000 } }')
})

test('a sender without a token is told from one whose requests are too large', () => {
  const { html } = show({ refusedRequests: [{ protocol: 'http', reason: 'token', requests: 2 }] })
  expect(html).toContain('Collectors refused for good: 2 requests over HTTP without a valid token.')
  expect(html).toContain('ERRATA_OTLP_TOKENS')
  expect(html).not.toContain('sending_queue')
})

test('the limit that the page names is that of the Collector', () => {
  const limits = readFileSync(join(import.meta.dirname, '../../../collector-limits.yaml'), 'utf8')
  expect(limits).toContain(`max_recv_msg_size_mib: ${MAX_REQUEST_MIB}\n`)
  expect(limits).toContain(`max_request_body_size: ${MAX_REQUEST_MIB * 2 ** 20} `)
})

test('no losses are said to be none, beside what relays did', () => {
  const { html, rows } = show({ relayed: 'Relays forwarded 3 browser requests and rejected none.' })
  expect(rows).toEqual([])
  expect(html).toContain('No losses reported.')
  expect(html).toContain('Relays forwarded 3 browser requests')
})

test('what was too much to count is said to be unknown, and the other losses are shown', () => {
  const { html, rows } = show({
    losses: [{ kind: 'refused', detail: '', spans: 1, logs: 0, points: 0 }],
    browsers: 'too much',
  })
  expect(rows).toHaveLength(1)
  expect(html).toContain('What browsers dropped is not counted')
})
