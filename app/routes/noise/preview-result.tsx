import type { Context } from '../../../store/drop-preview/parse-condition.ts'
import type { Removable } from '../../../store/drop-preview/removable.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { Copyable } from '../../ui/elements/copyable.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { describeAssignee } from '../issues/describe-state.ts'

/** A specimen that the conditions would leave. */
interface Left {
  readonly id: string
  readonly words: string
}

interface PreviewResultProps {
  readonly removable: ReadonlyMap<Context, Removable>
  readonly specimens: { readonly total: number; readonly left: readonly Left[] }
  readonly timeText: string
  readonly yaml: string
}

const THINGS = { log: 'log record', span: 'span', spanevent: 'span event' } as const
const SHOWN = 6

/** What the conditions would do: what of the stored they take, and what of the removed they leave. */
export function PreviewResult({ removable, specimens, timeText, yaml }: PreviewResultProps) {
  const { left, total } = specimens
  return (
    <section className="panel padded tried" aria-label="What the conditions would do" role="status">
      {[...removable].map(([context, of]) => (
        <div key={context}>
          <p>{describeDropPreview(context, of, timeText)}</p>
          {of.of.length > 0 && (
            <ul>
              {of.of.map(({ issue, service, type, message, exceptions, state }) => (
                <li key={`${issue} ${service}`}>
                  <ScopedLink to={issuePath(issue)}>{[type, message].filter(Boolean).join(': ')}</ScopedLink>{' '}
                  <ServiceName name={service} />{' '}
                  <span className="muted">
                    {[pluralize(exceptions, 'exception'), describeAssignee(state)].filter(Boolean).join(', ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {total === 0 ? (
        <p>There are no specimens of the rule to try them on.</p>
      ) : (
        <p>
          {left.length === 0
            ? `They would take all ${formatCount(total)} specimens of what the rule removed within a day.`
            : `They would no longer take ${formatCount(left.length)} of ${pluralize(total, 'specimen')} of what the rule removed within a day${left.length > SHOWN ? ', the newest:' : ':'}`}
        </p>
      )}
      {left.length > 0 && (
        <ul>
          {left.slice(0, SHOWN).map(({ id, words }) => (
            <li key={id}>{words}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>The YAML of it, for collector-config.yaml</summary>
        <pre>{yaml}</pre>
        <Copyable value={yaml} what="YAML" />
      </details>
    </section>
  )
}

/** In a sentence, what of the stored conditions about one kind of thing would have removed. */
export function describeDropPreview(
  context: Context,
  { items, traces, exceptions, issues, assigned, acknowledged }: Removable,
  timeText: string,
): string {
  const things = pluralize(items, THINGS[context])
  if (items === 0) return `They would have removed ${things} of what is stored, ${timeText}.`
  const of = traces === 0 ? '' : ` of ${pluralize(traces, 'trace')}`
  const kinds = [
    ...(assigned === 0 ? [] : [`${formatCount(assigned)} of them assigned`]),
    ...(acknowledged === 0 ? [] : [`${formatCount(acknowledged)} ${assigned === 0 ? 'of them ' : ''}acknowledged`]),
  ]
  const worked = kinds.map(kind => `, ${kind}`).join('')
  const with_ =
    exceptions === 0
      ? 'no exception among them'
      : `among them ${pluralize(exceptions, 'exception')} of ${pluralize(issues, 'issue')}${worked}`
  return `They would have removed ${things}${of} that are stored, ${with_}, ${timeText}.`
}
