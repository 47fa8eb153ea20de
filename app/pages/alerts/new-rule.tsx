import { Link } from 'react-router'
import { isRuleKind } from '../../alerts/rule.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { loadPageHeader } from '../../data/header.ts'
import { query } from '../../data/query.ts'
import { Refusal } from '../../ui/feedback/refusal.tsx'
import { NEW_RULE_PATH } from '../../url/alert-address.ts'
import type { Route } from './+types/new-rule.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { changeRule } from './change-rule.server.ts'
import { layoutRuleForm, listRuleKinds, prefillRuleFields } from './rule-fields.server.ts'
import { RuleForm } from './rule-form.tsx'
import { RulePreview } from './rule-preview.tsx'

/** The kinds to choose from, or the form of the chosen one, filled in from the address. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const nowMs = Date.now()
  const { log } = args.context.get(alertsContext)
  const [settings, { services, environments, releases }] = await Promise.all([
    query(args, () => log.read(), {}),
    loadPageHeader(args, nowMs),
  ])
  const kind = searchParams.get('kind') ?? ''
  // A rule of a desk with one channel tells that one.
  const [only, ...others] = settings.channels
  const fields = isRuleKind(kind) ? prefillRuleFields(kind, searchParams) : undefined
  if (fields && only !== undefined && others.length === 0 && !fields.has('channels')) fields.append('channels', only.id)
  return {
    nowMs,
    search: args.url.search,
    kinds: listRuleKinds().map(of => {
      const params = new URLSearchParams(searchParams)
      params.set('kind', of.kind)
      return { ...of, to: `${NEW_RULE_PATH}?${params}` }
    }),
    form: fields && layoutRuleForm(fields, { channels: settings.channels }),
    completions: { service: services, environment: environments, release: releases },
  }
}

/** Previews or creates a rule. */
export const action = (args: Route.ActionArgs) => changeRule(args, '')

export default function NewRulePage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, search, kinds, completions } = loaderData
  const form = actionData?.form ?? loaderData.form
  return (
    <div className="alerts-page">
      <title>New rule · Alerts · Errata</title>
      <div className="page-head fixed-time">
        <h1>{form === undefined ? 'New rule' : `New rule: ${form.kindLabel}`}</h1>
        {form !== undefined && <p className="muted">{form.kindHint}</p>}
        <AlertsNavigation />
      </div>
      <Refusal why={actionData?.refused} />
      {form === undefined ? (
        <section aria-labelledby="kinds">
          <h2 id="kinds">What should it watch?</h2>
          <ul className="kinds">
            {kinds.map(({ kind, label, hint, to }) => (
              <li key={kind}>
                <Link to={to} className="panel padded">
                  <strong>{label}</strong>
                  <br />
                  <span className="muted">{hint}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <div className="side-by-side">
          <section aria-label="Rule">
            <RuleForm
              form={form}
              completions={completions}
              action={`${NEW_RULE_PATH}${search}`}
              isKnown={false}
              isPreviewed={actionData?.preview !== undefined}
            />
          </section>
          {actionData?.preview !== undefined && <RulePreview preview={actionData.preview} nowMs={nowMs} />}
        </div>
      )}
    </div>
  )
}
