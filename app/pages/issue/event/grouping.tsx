import { Fragment } from 'react'
import type { DisplayedException } from '../../../parts/stack-trace/show-exception.ts'

/** Why an exception belongs to its issue: what was compared. */
export function GroupingExplanation({
  exception,
}: {
  readonly exception: Pick<DisplayedException, 'grouping' | 'issue' | 'type' | 'service'>
}) {
  const { grouping, issue, type, service } = exception
  const { isGiven, functions, causeFunctions, causeTypes, message } = grouping
  if (isGiven) {
    return (
      <p>
        Fingerprint set by the SDK: <code className="break">{issue}</code>.
      </p>
    )
  }
  const compared = [
    ['Type', [type === '' ? '(none)' : type]],
    ['Functions', functions],
    ['Causes', causeTypes],
    ['Cause functions', causeFunctions],
    // Shown even for an empty message, if nothing else distinguishes bugs.
    ['Message', message !== '' || functions.length > 0 ? [message].filter(Boolean) : ['(none)']],
  ] as const
  return (
    <>
      <p>Exceptions with the same values below form one issue. Line numbers and other frames are ignored.</p>
      <dl className="facts small">
        <dt>Service</dt>
        <dd>{service}</dd>
        {compared.map(
          ([name, values]) =>
            values.length > 0 && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>
                  <code className="break">{values.join(' ← ')}</code>
                </dd>
              </Fragment>
            ),
        )}
      </dl>
    </>
  )
}
