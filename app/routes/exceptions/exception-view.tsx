import type { ShownException } from '../../stacks/show-exception.ts'
import { Attributes } from '../../ui/attributes.tsx'
import { ScopedLink } from '../../ui/scoped-link.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'

/** What was sent along with an exception, and why it belongs to its issue. */
export function ExceptionContext({ exception }: { readonly exception: ShownException }) {
  const { grouping, issue } = exception
  return (
    <>
      <div className="section side-by-side">
        <section aria-labelledby="attributes">
          <h2 id="attributes">Attributes</h2>
          <div className="panel padded">
            <Attributes of={exception.attributes} label="Attributes of the record" />
          </div>
        </section>
        <section aria-labelledby="resource">
          <h2 id="resource">Resource</h2>
          <div className="panel padded">
            <Attributes of={exception.resource} label="Attributes of the resource" />
          </div>
        </section>
      </div>
      <section className="section" aria-labelledby="grouping">
        <h2 id="grouping">Grouping</h2>
        {grouping.isGiven ? (
          <p>
            The sender said that it belongs to issue <code className="break">{issue}</code>.
          </p>
        ) : (
          <>
            <p>
              Issue <code>{issue}</code> is made of service, type, the message with what varies replaced, and the top
              functions of the service's own code:
            </p>
            <dl className="facts small">
              <dt>Message</dt>
              <dd>
                <code>{grouping.message === '' ? '(none)' : grouping.message}</code>
              </dd>
              <dt>Functions</dt>
              <dd>
                <code>{grouping.functions.length === 0 ? '(none)' : grouping.functions.join(' ← ')}</code>
              </dd>
            </dl>
          </>
        )}
        <p>
          <ScopedLink to={exceptionsPath({ issue, last: '90d' })}>All exceptions of this issue</ScopedLink>
        </p>
      </section>
    </>
  )
}
