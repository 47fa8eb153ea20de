import { Activity } from './activity.tsx'
import { Around } from './around.tsx'
import type { ShownIssue } from './issue.tsx'
import { OccurrenceView } from './occurrence.tsx'
import { Similar } from './similar.tsx'
import { Tags } from './tags.tsx'
import { Together } from './together.tsx'

/** What stands below an issue's facts: one of its exceptions with all round it, what they have in common, and what was said of it. */
export function IssueBody({ shown }: { readonly shown: ShownIssue }) {
  return (
    <>
      <OccurrenceView shown={shown} />
      <Around shown={shown} />
      <Tags tags={shown.tags} />
      <Together shown={shown} />
      <Activity shown={shown} />
      <Similar issues={shown.similar} nowMs={shown.nowMs} />
    </>
  )
}
