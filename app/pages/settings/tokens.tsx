import { data, Form } from 'react-router'
import { nsOfMs } from '../../../store/units.ts'
import { accessContext, requireAccounts } from '../../access/access.server.ts'
import { findTokenRole } from '../../access/derive-accounts.ts'
import { readerContext } from '../../access/reader.ts'
import { orOutage } from '../../access/tell-outage.server.ts'
import {
  isTokenScope,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME_CHARS,
  refuseToken,
  TOKEN_SCOPES,
} from '../../access/token-scopes.ts'
import { createToken } from '../../access/tokens.server.ts'
import { pluralize } from '../../format/count.ts'
import { readFormFields } from '../../http/read-form.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import type { Route } from './+types/tokens.ts'
import { FormAnswer, secretAnswer } from './form-answer.tsx'
import { SettingsNavigation } from './settings-navigation.tsx'

const DAY_MS = 86_400_000

/** The reader's tokens; for administrators all. */
export async function loader({ context }: Route.LoaderArgs) {
  const access = requireAccounts(context.get(accessContext))
  const reader = context.get(readerContext)
  const isAdmin = reader?.role === 'admin'
  const accounts = await access.log.read()
  const nowMs = Date.now()
  return {
    nowMs,
    isAdmin,
    tokens: [...accounts.tokens.values()]
      .filter(({ owner }) => isAdmin || owner === reader?.id)
      .toSorted((one, other) => other.madeMs - one.madeMs || one.id.localeCompare(other.id))
      .map(token => ({
        ...{ id: token.id, name: token.name, scopes: token.scopes, usedMs: token.usedMs, untilMs: token.untilMs },
        owner: token.owner === '' ? 'service' : (accounts.people.get(token.owner)?.name ?? ''),
        isAlive: findTokenRole(accounts, token, nowMs) !== undefined,
      })),
  }
}

/** Makes a token, shown once, or ends one; 400 with the reason for what cannot be made. */
export const action = (args: Route.ActionArgs) => orOutage(changeTokens(args))

async function changeTokens({ context, request }: Route.ActionArgs) {
  const access = requireAccounts(context.get(accessContext))
  const reader = context.get(readerContext)
  const field = await readFormFields(request)
  const refuse = (refused: string) => data({ refused, made: '' }, { status: 400 })
  if (reader === null || reader.isProgram) return refuse('Only people who are signed in make and end tokens.')
  const isAdmin = reader.role === 'admin'
  if (field('do') === 'end') {
    const token = (await access.log.readNow()).tokens.get(field('token'))
    if (token === undefined || !(isAdmin || token.owner === reader.id)) return refuse('There is no such token.')
    await access.log.record({ subject: token.id, what: 'token-ended', content: { by: reader.id } })
    return data({ refused: '', made: '' })
  }
  const [name, scope, days] = [field('name').trim(), field('scope'), Number(field('days'))]
  if (!isTokenScope(scope)) return refuse('Choose what the token may do.')
  const refused = refuseToken({ name, days })
  if (refused !== undefined) return refuse(refused)
  const isService = field('service') === '1'
  if (isService && !isAdmin) return refuse('Only administrators make tokens of services.')
  const made = await createToken(access.log, {
    ...{ by: reader.id, owner: isService ? '' : reader.id, name, role: reader.role, scopes: [scope] },
    untilMs: Date.now() + days * DAY_MS,
  })
  return secretAnswer({ refused: '', made })
}

/** Of a form that was answered by the page itself. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export default function TokensPage({ loaderData: { nowMs, isAdmin, tokens }, actionData }: Route.ComponentProps) {
  return (
    <>
      <title>Tokens · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Tokens</h1>
        <p className="muted">
          For programs: <code>Authorization: Bearer errata_…</code>. A token never does more than its owner may, and
          ends when they lose access.
        </p>
      </div>
      <SettingsNavigation />
      {actionData && (
        <FormAnswer refused={actionData.refused} secret={actionData.made}>
          This token is shown once. Copy it now:
        </FormAnswer>
      )}
      {tokens.length === 0 ? (
        <p className="muted">No tokens yet.</p>
      ) : (
        <DataTable
          caption="Tokens"
          className="wraps"
          rows={tokens}
          keyOf={({ id }) => id}
          columns={listColumns(nowMs)}
        />
      )}
      <div className="side-by-side section">
        <section aria-labelledby="create">
          <h2 id="create">Create a token</h2>
          <Form method="post" className="panel padded stacked-form" key={String(actionData?.made)}>
            <TextField label="Name" name="name" maxLength={MAX_TOKEN_NAME_CHARS} autoComplete="off" required />
            <label>
              <span>May</span>
              <select name="scope" defaultValue="read">
                {Object.entries(TOKEN_SCOPES).map(([scope, label]) => (
                  <option key={scope} value={scope}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
            <TextField
              label="Expires after days"
              name="days"
              inputMode="numeric"
              defaultValue="90"
              hint={`1 to ${MAX_TOKEN_DAYS}.`}
            />
            {isAdmin && (
              <label className="check">
                <input type="checkbox" name="service" value="1" /> For a service: it stays valid when you leave
              </label>
            )}
            <div className="button-row">
              <button type="submit" className="primary">
                Create token
              </button>
            </div>
          </Form>
        </section>
      </div>
    </>
  )
}

interface ListedToken {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly scopes: readonly string[]
  readonly usedMs: number | undefined
  readonly untilMs: number
  readonly isAlive: boolean
}

const describeExpiry = (untilMs: number, nowMs: number) =>
  untilMs <= nowMs ? 'expired' : `in ${pluralize(Math.ceil((untilMs - nowMs) / DAY_MS), 'day')}`

const listColumns = (nowMs: number): Column<ListedToken>[] => [
  {
    name: 'Name',
    namesRow: true,
    cell: ({ name, id, isAlive }) => (
      <>
        {name} <span className="muted">errata_{id}…</span>
        {!isAlive && <span className="muted"> · no longer valid</span>}
      </>
    ),
  },
  { name: 'Owner', cell: ({ owner }) => owner, shown: 'wide' },
  { name: 'May', cell: ({ scopes }) => scopes.join(', '), shown: 'wide' },
  {
    name: 'Last used',
    cell: ({ usedMs }) => (usedMs === undefined ? 'never' : <RelativeTime atNs={nsOfMs(usedMs)} nowMs={nowMs} />),
  },
  { name: 'Expires', cell: ({ untilMs }) => describeExpiry(untilMs, nowMs) },
  {
    name: 'Actions',
    cell: ({ id, name }) => (
      <Form method="post">
        <input type="hidden" name="token" value={id} />
        <button type="submit" name="do" value="end" aria-label={`End ${name}`}>
          End
        </button>
      </Form>
    ),
  },
]
