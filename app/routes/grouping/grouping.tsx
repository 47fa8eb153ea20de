import { data, useSearchParams } from 'react-router'
import { listRules } from '../../../store/issue-events/list-rules.ts'
import { previewRule } from '../../../store/issues/preview-rule.ts'
import { nsOfMs } from '../../../store/units.ts'
import { readWho } from '../../server/author-cookie.ts'
import { query, tryQuery } from '../../server/query.ts'

import { Part } from '../../ui/feedback/deferred-section.tsx'
import { Empty } from '../../ui/feedback/empty-state.tsx'
import { NotAsked } from '../../ui/filters/invalid-filters.tsx'

import { leaveOutEmpty } from '../../url/filter-links.ts'
import { DID_TO_RULE, isDidToRule } from '../../url/grouping-address.ts'
import { readScope } from '../../url/scope.ts'
import { NotDone } from '../issues/action-result.tsx'
import type { Route } from './+types/grouping.ts'
import { changeRules } from './change-rules.server.ts'
import { readRuleFields, TRY } from './parse-rule.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { Trial } from './rule-preview.tsx'

/** Answers 400 for a scope or a rule that cannot be read, and tries nothing; store failures as `query` maps them. */
export async function loader(args: Route.LoaderArgs) {
  leaveOutEmpty(args.url)
  const nowMs = Date.now()
  const { searchParams } = args.url
  const { faults: unread, range } = readScope(searchParams, nowMs)
  const { rule, faults } = readRuleFields(searchParams)
  const isAsked = searchParams.has(TRY)
  const rules = await query(args, listRules, {})
  const isReadable = unread.length === 0 && faults.length === 0
  const tried =
    isAsked && isReadable ? await tryQuery(args, previewRule, { rule, range, nowNs: nsOfMs(nowMs) }) : undefined
  const version = (rules.find(({ name }) => name === rule.name)?.versions.length ?? 0) + 1
  return data(
    { nowMs, who: readWho(args.request), unread, rule, faults: isAsked ? faults : [], rules, tried, version },
    { status: unread.length > 0 || (isAsked && faults.length > 0) ? 400 : 200 },
  )
}

/** Applies, ends or takes back a rule. */
export function action(args: Route.ActionArgs) {
  return changeRules(args)
}

export default function GroupingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, who, unread, rule, faults, rules, tried, version } = loaderData
  return (
    <>
      <title>Grouping · Issues · Errata</title>
      <div className="page-head">
        <h1>Grouping</h1>
        <p className="muted">Rules that merge issues, stored and new</p>
      </div>
      <Changed />
      <NotDone refused={actionData} />
      {unread.length > 0 && <NotAsked faults={unread} />}
      {tried !== undefined && (
        <Part of={tried} name="What the rule would do">
          {answer => <Trial rule={rule} tried={answer} version={version} who={who} />}
        </Part>
      )}
      <div className="section side-by-side">
        <section aria-labelledby="try">
          <h2 id="try">Try a rule</h2>
          <RuleForm rule={rule} faults={faults} />
        </section>
        <section aria-labelledby="rules">
          <h2 id="rules">Rules</h2>
          {rules.length === 0 ? (
            <Empty title="No rules yet" level={3}>
              <p>Exceptions are grouped by type, functions and types of causes, and by merges made by hand.</p>
            </Empty>
          ) : (
            <RuleList rules={rules} nowMs={nowMs} />
          )}
        </section>
      </div>
    </>
  )
}

/** What the last click did. */
function Changed() {
  const [params] = useSearchParams()
  const did = params.get('did') ?? ''
  return (
    <div role="status">
      {isDidToRule(did) && (
        <p className="notice good-notice break">
          Rule “{params.get('rule')?.slice(0, 60)}” {DID_TO_RULE[did]}.
        </p>
      )}
    </div>
  )
}
