import type { Context } from '../../../store/drop-preview/parse-condition.ts'
import type { Removable } from '../../../store/drop-preview/removable.ts'
import { countOf, formatCount } from '../../format/count.ts'
import { Copyable } from '../../ui/elements/copyable.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { issuePath } from '../../url/issue-filters.ts'
import { workInWords } from '../issues/describe-state.ts'

/** A specimen that the conditions would leave. */
interface Left {
  readonly id: string
  readonly words: string
}

interface TryResultProps {
  readonly removable: ReadonlyMap<Context, Removable>
  readonly specimens: { readonly total: number; readonly left: readonly Left[] }
  readonly inWords: string
  readonly yaml: string
}

const THINGS = { log: 'log record', span: 'span', spanevent: 'span event' } as const
const SHOWN = 6

/** What the conditions would do: what of the stored they take, and what of the removed they leave. */
export function TryResult({ removable, specimens, inWords, yaml }: TryResultProps) {
  const { left, total } = specimens
  return (
    <section className="panel padded tried" aria-label="What the conditions would do" role="status">
      {[...removable].map(([context, of]) => (
        <div key={context}>
          <p>{tellRemovable(context, of, inWords)}</p>
          {of.of.length > 0 && (
            <ul>
              {of.of.map(({ issue, service, type, message, exceptions, state }) => (
                <li key={`${issue} ${service}`}>
                  <ScopedLink to={issuePath(issue)}>{[type, message].filter(Boolean).join(': ')}</ScopedLink>{' '}
                  <ServiceName name={service} />{' '}
                  <span className="muted">
                    {[countOf(exceptions, 'exception'), workInWords(state)].filter(Boolean).join(', ')}
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
            : `They would no longer take ${formatCount(left.length)} of ${countOf(total, 'specimen')} of what the rule removed within a day${left.length > SHOWN ? ', the newest:' : ':'}`}
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
export function tellRemovable(
  context: Context,
  { items, traces, exceptions, issues, assigned, acknowledged }: Removable,
  inWords: string,
): string {
  const things = countOf(items, THINGS[context])
  if (items === 0) return `They would have removed ${things} of what is stored, ${inWords}.`
  const of = traces === 0 ? '' : ` of ${countOf(traces, 'trace')}`
  const kinds = [
    ...(assigned === 0 ? [] : [`${formatCount(assigned)} of them assigned`]),
    ...(acknowledged === 0 ? [] : [`${formatCount(acknowledged)} ${assigned === 0 ? 'of them ' : ''}acknowledged`]),
  ]
  const worked = kinds.map(kind => `, ${kind}`).join('')
  const with_ =
    exceptions === 0
      ? 'no exception among them'
      : `among them ${countOf(exceptions, 'exception')} of ${countOf(issues, 'issue')}${worked}`
  return `They would have removed ${things}${of} that are stored, ${with_}, ${inWords}.`
}
