import type { Equation } from '../../../store/pipeline/close-equation.ts'
import type { Conservation } from '../../../store/pipeline/get-conservation.ts'
import { formatBytes } from '../../format/bytes.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { formatTimeOfDay } from '../../format/time.ts'
import { OUTAGE_WORDS, type Outage } from '../../ui/outage.ts'
import { tellRemains } from './tell-remains.ts'

interface WhereItWentProps {
  readonly asked: { readonly answer: Conservation | undefined } | { readonly outage: Outage }
}

/** Where everything went that was acknowledged; and what was lost before, as far as anybody could tell. */
export function WhereItWent({ asked }: WhereItWentProps) {
  if ('answer' in asked && asked.answer !== undefined) return <Tables conservation={asked.answer} />
  const reason =
    'answer' in asked
      ? 'This time has only begun.'
      : asked.outage === 'timeout'
        ? 'The last hour of this time holds more than can be counted while a page waits.'
        : `${OUTAGE_WORDS[asked.outage].title}.`
  return <p className="muted">{reason}</p>
}

function Tables({ conservation }: { readonly conservation: Conservation }) {
  const { range, spans, logs, endedCollectors } = conservation
  const remains = tellRemains({ spans, logs, endedCollectors })
  return (
    <>
      <div className="panel">
        <table className="list drops">
          <Head />
          <tbody>
            <Row name={ACKNOWLEDGED} spans={spans.acknowledged} logs={logs.acknowledged} />
            <Row name="Stored" sign="=" spans={spans.stored} logs={logs.stored} />
            <Row name="Removed by a rule" sign="+" spans={spans.removed} logs={logs.removed} />
            <Row name="Dropped for want of an id" sign="+" spans={spans.withoutId} logs={logs.withoutId} isOptional />
            <Row
              name="Waiting in a queue"
              sign="+"
              beside={waitingIn(spans, logs)}
              spans={spans.waiting}
              logs={logs.waiting}
            />
            <Row name="Given up after all retries" sign="+" spans={spans.givenUp} logs={logs.givenUp} isBad />
            <Row
              name="Delivered again"
              beside="counted once"
              sign="+"
              spans={spans.again}
              logs={logs.again}
              isOptional
            />
            <Row
              name="Removed again, or of another hour"
              sign="+"
              spans={spans.removedElsewhere}
              logs={logs.removedElsewhere}
              isOptional
            />
            <tr>
              <th scope="row">What remains</th>
              <Remains {...spans} />
              <Remains {...logs} />
            </tr>
          </tbody>
        </table>
      </div>
      <p className="pager">
        From {formatTimeOfDay(range.from).slice(0, 8)} to {formatTimeOfDay(range.to).slice(0, 8)}, the desk’s own
        included. Acknowledged and repeated is as Collectors count it; stored and removed, each thing once.
      </p>
      {remains.map(sentence => (
        <p key={sentence} className="pager">
          {sentence}
        </p>
      ))}
      <Before conservation={conservation} />
    </>
  )
}

/** The longest word of the table may break where there is little room. */
const ACKNOWLEDGED = 'Acknowl\u00adedged'

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">What</th>
        <th scope="col" className="number col-count">
          Spans
        </th>
        <th scope="col" className="number col-duration">
          Log records
        </th>
      </tr>
    </thead>
  )
}

interface RowProps {
  readonly name: string
  readonly spans: number | string
  readonly logs: number | string
  readonly beside?: string
  readonly sign?: '=' | '+'
  /** Left out where both are 0. */
  readonly isOptional?: boolean
  readonly isBad?: boolean
}

function Row({ name, beside = '', sign, spans, logs, isOptional = false, isBad = false }: RowProps) {
  if (isOptional && spans === 0 && logs === 0) return null
  return (
    <tr>
      <th scope="row">
        {sign !== undefined && <span className="muted">{sign} </span>}
        {name}
        {beside !== '' && <span className="beside">{beside}</span>}
      </th>
      {Object.entries({ spans, logs }).map(([signal, items]) => (
        <td key={signal} className={`number${isBad && items !== 0 ? ' bad' : ''}`}>
          {typeof items === 'number' ? formatCount(items) : items}
        </td>
      ))}
    </tr>
  )
}

function Remains({ remains, edge }: Equation) {
  return <td className={`number${Math.abs(remains) > edge ? ' bad' : ''}`}>{formatCount(remains).replace('-', '−')}</td>
}

function waitingIn(spans: Equation, logs: Equation): string {
  const bytes = spans.waitingBytes + logs.waitingBytes
  if (bytes === 0) return ''
  return `${spans.waiting + logs.waiting > 0 ? 'at most; ' : ''}${formatBytes(bytes)} now`
}

/** Words of the SDKs for why something was lost before it was acknowledged: otel/SIGNALS.md. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['queue_full', 'too much waited'],
  ['export_failed', 'refused for good'],
  ['before_send_failed', 'the app’s own scrubber failed'],
  ['rejected', 'refused for good'],
  ['retries_exhausted', 'tried too often'],
  ['failed', 'unfit for sending'],
  ['page_gone', 'the page went away'],
])

function Before({ conservation: { spans, logs, before } }: { readonly conservation: Conservation }) {
  const { servers, browsers, refused } = before
  const lost = (signal: 'spans' | 'logs') =>
    servers.filter(of => of.signal === signal).reduce((sum, { items }) => sum + items, 0)
  const told = [...servers, ...browsers].reduce((sum, { items }) => sum + items, 0)
  const reasons = [...new Set(servers.map(({ reason }) => reason))]
  const of = (signal: 'spans' | 'logs', reason: string) =>
    servers.find(loss => loss.signal === signal && loss.reason === reason)?.items ?? 0
  return (
    <details className="section">
      <summary>
        Before it was acknowledged: about {countOf(spans.acknowledged + lost('spans'), 'span')} and{' '}
        {countOf(logs.acknowledged + lost('logs'), 'log record')} were made;{' '}
        {told === 0 ? 'no SDK told of any that it dropped' : `SDKs told of ${formatCount(told)} that they dropped`}
      </summary>
      <div className="panel">
        <table className="list drops">
          <Head />
          <tbody>
            <Row name={ACKNOWLEDGED} spans={spans.acknowledged} logs={logs.acknowledged} />
            {reasons.map(reason => (
              <Row
                key={reason}
                sign="+"
                name={`Dropped by a server’s SDK: ${REASONS.get(reason) ?? reason}`}
                spans={of('spans', reason)}
                logs={of('logs', reason)}
                isBad
              />
            ))}
            <Row
              name="Refused by a Collector"
              beside="the sender was told, and may have sent it again"
              spans={refused.spans}
              logs={refused.logs}
            />
          </tbody>
        </table>
      </div>
      <p className="pager">An estimate: a process that is killed tells nothing of what it still held.</p>
      {browsers.length > 0 && (
        <p className="pager">
          Browsers dropped, spans and log records together:{' '}
          {browsers.map(({ reason, items }) => `${formatCount(items)}, ${REASONS.get(reason) ?? reason}`).join('; ')}.
        </p>
      )}
    </details>
  )
}
