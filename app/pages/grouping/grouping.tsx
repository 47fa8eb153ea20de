import { data, useSearchParams } from 'react-router'
import { listExceptionFacets } from '../../../store/exceptions/list-exception-facets.ts'
import { listRules } from '../../../store/issues/list-rules.ts'
import { previewGroupingRule } from '../../../store/issues/preview-rule.ts'
import { nsOfMs } from '../../../store/units.ts'
import { readAuthor } from '../../access/author-cookie.ts'
import { awaitUpTo, deferredWaitMs } from '../../data/await-up-to.ts'
import { cached, lowPriority, query, tryQuery } from '../../data/query.ts'
import { ActionResult } from '../../parts/issue-actions/action-result.tsx'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { InvalidFilters } from '../../ui/feedback/invalid-filters.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { isRuleActionResult, RULE_ACTION_RESULT_LABELS } from '../../url/grouping-address.ts'
import { readScope } from '../../url/scope.ts'
import type { Route } from './+types/grouping.ts'
import { changeRules } from './change-rules.server.ts'
import { PREVIEW_PARAM, parseRuleFields } from './parse-rule.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { RulePreview } from './rule-preview.tsx'
import { suggestConditions } from './suggest-conditions.ts'

/** Values that each field suggests. */
const MAX_SUGGESTIONS = 100

/** Answers 400 without a preview if the scope or rule is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { searchParams } = args.url
  const { filterErrors: unread, range } = readScope(searchParams, nowMs)
  const { rule, filterErrors } = parseRuleFields(searchParams)
  const isAsked = searchParams.has(PREVIEW_PARAM)
  const isReadable = unread.length === 0 && filterErrors.length === 0
  const [rules, facets, preview] = await Promise.all([
    query(args, listRules, {}),
    tryQuery(args, listExceptionFacets, { range, values: MAX_SUGGESTIONS }, { ...cached, ...lowPriority }),
    isAsked && isReadable ? tryQuery(args, previewGroupingRule, { rule, range, nowNs: nsOfMs(nowMs) }) : undefined,
  ])
  const suggestions = 'answer' in facets ? facets.answer.values : {}
  const suggested = suggestConditions(rule, suggestions)
  const matchesNone = preview !== undefined && 'answer' in preview && preview.answer.takes === 0
  const nearest = matchesNone ? suggested[0] : undefined
  const { near } = nearest
    ? await awaitUpTo(await deferredWaitMs({ ...args, nowMs }), {
        near: tryQuery(args, previewGroupingRule, { rule: nearest.rule, range, nowNs: nsOfMs(nowMs) }, lowPriority),
      })
    : { near: undefined }
  const version = (rules.find(({ name }) => name === rule.name)?.versions.length ?? 0) + 1
  return data(
    {
      nowMs,
      who: (await readAuthor(args)).name,
      unread,
      rule,
      filterErrors: isAsked ? filterErrors : [],
      rules,
      suggestions,
      suggested,
      preview,
      near,
      // Before a rule that would change something, applying it is what comes next.
      isReady: preview !== undefined && 'answer' in preview && preview.answer.takes + preview.answer.changed > 0,
      version,
    },
    { status: unread.length > 0 || (isAsked && filterErrors.length > 0) ? 400 : 200 },
  )
}

/** Applies, ends or undoes a rule. */
export function action(args: Route.ActionArgs) {
  return changeRules(args)
}

export default function GroupingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, who, unread, rule, filterErrors, rules, suggestions, suggested, preview, near, isReady, version } =
    loaderData
  return (
    <>
      <title>Grouping · Issues · Errata</title>
      <div className="page-head">
        <h1>Grouping</h1>
        <p className="muted fixed-scope">
          Rules that merge stored and new issues. A preview counts the time range; environment, service and release do
          not matter.
        </p>
      </div>
      <RuleActionNotice />
      <ActionResult actionError={actionData} />
      {unread.length > 0 && <InvalidFilters filterErrors={unread} />}
      <section aria-labelledby="rules">
        <h2 id="rules">Rules</h2>
        {rules.length === 0 ? (
          <p className="muted">
            No rules yet: exceptions are grouped by their type, functions and causes, and by manual merges.
          </p>
        ) : (
          <RuleList rules={rules} nowMs={nowMs} />
        )}
      </section>
      <div className="section side-by-side">
        <section aria-labelledby="try">
          <h2 id="try">Create a rule</h2>
          <RuleForm rule={rule} filterErrors={filterErrors} suggestions={suggestions} isPrimary={!isReady} />
        </section>
        {preview !== undefined && (
          <DeferredSection result={preview} name="Preview">
            {answer => <RulePreview {...{ rule, preview: answer, suggested, near, version, who }} />}
          </DeferredSection>
        )}
      </div>
    </>
  )
}

/** The result of the last action. */
function RuleActionNotice() {
  const [params] = useSearchParams()
  const did = params.get('did') ?? ''
  return (
    <div role="status">
      {isRuleActionResult(did) && (
        <p className="notice good-notice break">
          Rule “{params.get('rule')?.slice(0, 60)}” {RULE_ACTION_RESULT_LABELS[did]}.
        </p>
      )}
    </div>
  )
}
