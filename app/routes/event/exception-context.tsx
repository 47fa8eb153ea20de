import type { ShownException } from '../../stacks/show-exception.ts'
import { Attributes } from '../../ui/elements/attributes.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import { Grouping } from './grouping.tsx'

/** What was sent along with an exception, and why it belongs to its issue. */
export function ExceptionContext({ exception }: { readonly exception: ShownException }) {
  return (
    <>
      <div className="section side-by-side">
        <section aria-labelledby="attributes">
          <h2 id="attributes">Attributes</h2>
          <div className="panel padded">
            <Attributes of={exception.attributes} label="Log record attributes" />
          </div>
        </section>
        <section aria-labelledby="resource">
          <h2 id="resource">Resource</h2>
          <div className="panel padded">
            <Attributes of={exception.resource} label="Resource attributes" />
          </div>
        </section>
      </div>
      <section className="section" aria-labelledby="grouping">
        <h2 id="grouping">Grouping</h2>
        <Grouping exception={exception} />
        <p>
          <ScopedLink to={exceptionsPath({ issue: exception.issue, last: '90d' })}>All events of this group</ScopedLink>
        </p>
      </section>
    </>
  )
}
