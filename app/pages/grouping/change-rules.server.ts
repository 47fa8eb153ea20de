import { redirect } from 'react-router'
import { groupingRuleIssueId, serializeGroupingRule } from '../../../store/issues/grouping-rule.ts'
import { listIssuesOfBatch } from '../../../store/issues/list-issues-of-batch.ts'
import { listRules } from '../../../store/issues/list-rules.ts'
import { previewGroupingRule } from '../../../store/issues/preview-rule.ts'
import { undoActionBatch } from '../../../store/issues/record-issue-events.ts'
import { nsOfMs } from '../../../store/units.ts'
import { readFormAuthor } from '../../access/author-cookie.ts'
import { limitKeyOf } from '../../access/reader.ts'
import { query } from '../../data/query.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { rateLimited, recordActionEvents, rejectAction } from '../../parts/issue-actions/run-action.server.ts'
import { GROUPING_PATH, MAX_RULES, type RuleActionResult } from '../../url/grouping-address.ts'
import { readScope, scopedPath } from '../../url/scope.ts'
import { describeRuleRefusal } from './describe-preview.ts'
import { parseRuleFields } from './parse-rule.ts'

type ChangeArgs = Parameters<typeof query>[0] & { readonly url: URL }

/** Applies, ends or undoes a rule, as a form requests, and redirects to the rules. Answers 400 with a `fault` if that is impossible. */
export async function changeRules(args: ChangeArgs) {
  const form = await args.request.formData().catch(() => undefined)
  if (form === undefined) return rejectAction('Invalid form data.')
  const nowMs = Date.now()
  const { who, headers } = await readFormAuthor(form, args)
  const author = { who, atNs: nsOfMs(nowMs) }
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const done = (did: RuleActionResult, name: string) =>
    redirect(scopedPath(`${GROUPING_PATH}?${new URLSearchParams({ did, rule: name })}`, args.url.searchParams), {
      headers,
    })

  const budget = args.context.get(changeRateLimiterContext)
  const reader = limitKeyOf(args)
  const record = async (issue: string, value: string) => {
    const batch = await query(args, recordActionEvents, { ...author, statements: [{ issue, what: 'rule', value }] })
    budget.spend(reader, { batch, count: 1 })
  }
  const rules = await query(args, listRules, {})
  if (text('do') !== 'undo' && !budget.allows(reader, 1)) return rateLimited(form)
  if (text('do') === 'apply') {
    const { rule, filterErrors } = parseRuleFields(form)
    if (filterErrors[0] !== undefined) return rejectAction(filterErrors[0].message)
    const others = rules.filter(({ held, name }) => held !== undefined && name !== rule.name)
    if (others.length >= MAX_RULES) return rejectAction(`The limit of ${MAX_RULES} rules is reached. End a rule first.`)
    const { range } = readScope(args.url.searchParams, nowMs)
    const refusal = describeRuleRefusal(await query(args, previewGroupingRule, { rule, range, nowNs: author.atNs }))
    if (refusal !== undefined) return rejectAction(refusal)
    await record(groupingRuleIssueId(rule.name), serializeGroupingRule(rule))
    return done('applied', rule.name)
  }
  if (text('do') === 'end') {
    const found = rules.find(({ issue, held }) => issue === text('issue') && held !== undefined)
    if (found === undefined) return rejectAction('This rule is no longer active.')
    await record(found.issue, '')
    return done('ended', found.name)
  }
  const batch = text('batch')
  const found = rules.find(({ last }) => text('do') === 'undo' && last?.batch === batch)
  if (found === undefined) return rejectAction('Nothing to undo: the rule has changed since.')
  const issues = await query(args, listIssuesOfBatch, { batch })
  await query(args, undoActionBatch, { ...author, batch, issues })
  budget.giveBack(batch)
  return done('undone', found.name)
}
