import { pluralize } from '../../format/count.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { PreviewForm } from './preview-form.tsx'
import { PreviewResult } from './preview-result.tsx'
import type { TriedRule } from './preview-rule.server.ts'
import { writeYaml } from './write-yaml.ts'

interface ConditionsProps {
  readonly rule: string
  readonly tried: TriedRule
  readonly timeText: string
}

/** The rule's text as it runs, and a form that tries another. */
export function Conditions({ rule, tried, timeText }: ConditionsProps) {
  if ('fault' in tried) {
    return (
      <section className="section" aria-labelledby="conditions">
        <h2 id="conditions">Conditions</h2>
        <p className="notice break">The rule’s text cannot be shown. {tried.fault}</p>
      </section>
    )
  }
  const { conditions, filterErrors, unlike, result } = tried
  return (
    <div className="section side-by-side">
      <section aria-labelledby="conditions">
        <h2 id="conditions">As it runs</h2>
        <ol className="panel padded conditions">
          {conditions.map(({ param, list, number, text }) => (
            <li key={param}>
              <p className="muted small">
                Condition {number} of <code>{list}</code>
              </p>
              <pre>{text}</pre>
            </li>
          ))}
        </ol>
        {unlike > 0 ? (
          <p className="notice">
            {pluralize(unlike, 'specimen')} of a day {unlike === 1 ? 'is' : 'are'} not taken by this text: within the
            day the Collector ran with another one, or runs with another file than this desk read.
          </p>
        ) : (
          <p className="muted small note">
            Of the file that the Collector runs with, as it was when this desk started; it takes every specimen of a
            day.
          </p>
        )}
      </section>
      <section aria-labelledby="try">
        <h2 id="try">Try another</h2>
        {result !== undefined && (
          <DeferredSection of={result} name="What the conditions would do">
            {answer =>
              'fault' in answer ? (
                <p className="notice bad-notice" role="alert">
                  A pattern among them is no regular expression of RE2.
                </p>
              ) : (
                <PreviewResult {...answer} timeText={timeText} yaml={writeYaml(rule, conditions)} />
              )
            }
          </DeferredSection>
        )}
        <PreviewForm rule={rule} conditions={conditions} filterErrors={filterErrors} />
      </section>
    </div>
  )
}
