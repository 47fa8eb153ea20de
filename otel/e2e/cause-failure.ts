import type { Answer, Fixture, StoredLog, StoredSpan } from './start-fixture.ts'

export interface Failure {
  readonly answer: Answer
  readonly spans: readonly StoredSpan[]
  readonly server: StoredSpan | undefined
  readonly exceptions: readonly StoredLog[]
  /** Digest that the page or the data shows. */
  readonly shown: string | undefined
}

/** Causes a failure and waits for its stored data. */
export async function causeFailure(fixture: Fixture, path: string, init?: RequestInit): Promise<Failure> {
  const answer = await fixture.request(path, init)
  const exceptions = await fixture.exceptionsOf(answer.traceId)
  const spans = await fixture.spansOf(answer.traceId)
  const [, shown] = /data-testid="digest">(\w+)<|"digest","(\w+)"|"digest":"(\w+)"|Digest: <code>(\w+)/
    .exec(answer.text)
    ?.filter(part => part !== undefined) ?? ['']
  return { answer, exceptions, spans, server: spans.find(span => span.kind === 'Server'), shown }
}

/**
 * What the browser received and must not have: the error's text, a frame of a stack, a path of the server, the class.
 *
 * @param type Looked for as well, but where it is a word that any page may hold.
 */
export function leakOf({ answer }: Failure, secret: string, type = 'Error'): string | undefined {
  const received = `${answer.text}\n${[...answer.headers].map(pair => pair.join(': ')).join('\n')}`
  const isWord = type === 'Error' || type === 'string'
  const leaks = [secret, /(?:\n|\\n)\s+at /, /node_modules|build\/|server\/index\.js/, ...(isWord ? [] : [type])]
  return leaks.map(leak => new RegExp(leak).exec(received)?.[0]).find(found => found !== undefined)
}
