import { randomFillSync } from 'node:crypto'
import { encodeProtobuf } from '../test/otlp/send-otlp.ts'

/**
 * Makes OTLP requests of many spans cheaply, so that the sender takes little of the two cores: one request is encoded, and later ones are
 * the same bytes with new ids.
 *
 * @param spans Spans in a request; eight make a trace: a server span and its children.
 * @returns A function that returns the next request's bytes. They are overwritten by the next call.
 */
export function spanRequests(spans: number): () => Uint8Array<ArrayBuffer> {
  const marks = new Map<string, number[]>()
  const mark = (id: Uint8Array) => Buffer.from(id).toString('hex')
  const traceIds = Array.from({ length: Math.ceil(spans / 8) }, () => randomFillSync(new Uint8Array(16)))
  const spanIds = Array.from({ length: spans }, () => randomFillSync(new Uint8Array(8)))
  const nowNs = BigInt(Date.now()) * 1_000_000n
  const body = encodeProtobuf('traces', {
    resourceSpans: [
      {
        resource: {
          attributes: attributes({ 'service.name': 'bench', 'service.version': '1.0.0', 'host.name': 'bench-1' }),
        },
        scopeSpans: [
          {
            scope: { name: 'bench' },
            spans: spanIds.map((_, i) => span(i, traceIds, spanIds, nowNs + BigInt(i) * 1_000n)),
          },
        ],
      },
    ],
  })
  const bytes = new Uint8Array(body)
  for (const id of [...traceIds, ...spanIds]) marks.set(mark(id), offsetsOf(bytes, id))

  return () => {
    for (const id of [...traceIds, ...spanIds]) {
      const fresh = randomFillSync(new Uint8Array(id.length))
      for (const at of marks.get(mark(id)) ?? []) bytes.set(fresh, at)
    }
    return bytes
  }
}

function span(i: number, traceIds: Uint8Array[], spanIds: Uint8Array[], startNs: bigint) {
  const root = i - (i % 8)
  const isRoot = i === root
  return {
    traceId: hex(traceIds[Math.floor(i / 8)]),
    spanId: hex(spanIds[i]),
    parentSpanId: isRoot ? '' : hex(spanIds[root]),
    name: isRoot ? 'GET /shop/items/:id' : 'SELECT shop.items',
    kind: isRoot ? 2 : 3,
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + 2_500_000n),
    attributes: attributes({
      'http.request.method': 'GET',
      'http.route': '/shop/items/:id',
      'url.path': `/shop/items/${i}`,
      'url.scheme': 'https',
      'server.address': 'shop.example',
      'user_agent.original': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0',
      'errata.transaction.route': '/shop/items/:id',
      'errata.transaction.status_code': '200',
      'http.response.status_code': '200',
    }),
  }
}

function attributes(values: Record<string, string>) {
  return Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

function hex(id: Uint8Array | undefined): string {
  return Buffer.from(id ?? []).toString('hex')
}

function offsetsOf(bytes: Uint8Array, id: Uint8Array): number[] {
  const text = Buffer.from(bytes)
  const found: number[] = []
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) found.push(at)
  return found
}
