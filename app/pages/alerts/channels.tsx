import { Form, Link, useSearchParams } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Refusal } from '../../ui/feedback/refusal.tsx'
import { useIsAdmin } from '../../ui/layout/use-reader.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { CHANNELS_PATH } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/channels.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { changeChannels } from './change-channels.server.ts'
import type { ChannelForm as ChannelFormModel } from './channel-fields.server.ts'
import { DoneNotice } from './done-notice.tsx'
import { loadChannels, type ShownChannel } from './load-channels.server.ts'

export const loader = (args: Route.LoaderArgs) => loadChannels(args)

/** Makes, changes, tests or deletes a channel. */
export const action = (args: Route.ActionArgs) => changeChannels(args)

/** An answer of a form with a secret has its own. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

const DONE = {
  added: 'The channel was added. Send it a test message.',
  saved: 'The channel was saved.',
  deleted: 'The channel was deleted.',
}

export default function ChannelsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { nowMs, channels, kinds, untold } = loaderData
  const form = actionData?.form ?? loaderData.form
  const isAdmin = useIsAdmin()
  const [params] = useSearchParams()
  const action = scopedPath(CHANNELS_PATH, params)
  return (
    <div className="alerts-page">
      <title>Channels · Alerts · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Channels</h1>
        <AlertsNavigation />
      </div>
      <DoneNotice texts={actionData === undefined ? DONE : {}}>
        {actionData?.tested && (
          <p className={`notice ${actionData.tested.isSent ? 'good' : 'bad'}-notice`}>{actionData.tested.text}</p>
        )}
        {actionData?.secret && (
          <div className="notice good-notice">
            <p>This secret signs what is sent. It is shown once. Copy it now:</p>
            <p className="break">
              <code>{actionData.secret}</code>
            </p>
          </div>
        )}
      </DoneNotice>
      <Refusal why={actionData?.refused} />
      {channels.length === 0 ? (
        <p className="muted">No channel yet: nobody is told what rules find.</p>
      ) : (
        <div className="panel">
          <DataTable
            caption="Channels"
            className="wraps"
            rows={channels}
            keyOf={({ id }) => id}
            columns={listColumns({ nowMs, isAdmin, action })}
          />
        </div>
      )}
      {isAdmin && (
        <section className="section" aria-labelledby="edit">
          <h2 id="edit">{form?.id ? `Change ${form.name}` : 'Add a channel'}</h2>
          {!form?.id && (
            <nav aria-label="Kinds of channels" className="button-row kinds-of-channels">
              {kinds.map(({ kind, label }) => (
                <Link
                  key={kind}
                  to={scopedPath(`${CHANNELS_PATH}?kind=${kind}#edit`, params)}
                  className="button"
                  aria-current={form?.kind === kind ? 'page' : undefined}
                  preventScrollReset
                >
                  {label}
                </Link>
              ))}
            </nav>
          )}
          {form && (
            <ChannelForm key={`${form.kind} ${form.id}`} form={form} action={action} untold={form.id ? [] : untold} />
          )}
        </section>
      )}
    </div>
  )
}

interface ChannelFormProps {
  readonly form: ChannelFormModel
  readonly action: string
  /** Rules that tell nobody yet. */
  readonly untold: readonly string[]
}

function ChannelForm({
  form: { id, kind, name, nameFault, isEnabled, isBrief, fields, hint },
  action,
  untold,
}: ChannelFormProps) {
  return (
    <Form method="post" action={action} className="panel padded stacked-form channel-form">
      <input type="hidden" name="kind" value={kind} />
      {id !== '' && <input type="hidden" name="channel" value={id} />}
      <p className="muted small">{hint}</p>
      {fields.map(field => (
        <TextField
          key={field.name}
          label={field.label}
          name={field.name}
          defaultValue={field.value}
          placeholder={field.placeholder}
          fault={field.fault}
          hint={field.hint}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          required={id === ''}
          inputMode={field.name === 'url' ? 'url' : undefined}
        />
      ))}
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        fault={nameFault}
        maxLength={60}
        autoComplete="off"
        required
      />
      <label className="check">
        <input type="checkbox" name="isBrief" value="1" defaultChecked={isBrief} /> Only names and links: no messages,
        values or stacks
      </label>
      <label className="check">
        <input type="checkbox" name="isEnabled" value="1" defaultChecked={isEnabled} /> On
      </label>
      {untold.length > 0 && (
        <label className="check">
          <input type="checkbox" name="tellAll" value="1" defaultChecked />
          <span>
            Tell it what {untold.length === 1 ? 'this rule finds' : `these ${untold.length} rules find`}, which tell
            nobody yet: {untold.join(', ')}
          </span>
        </label>
      )}
      <div className="button-row">
        <button type="submit" name="do" value="save" className="primary">
          {id === '' ? 'Add channel' : 'Save'}
        </button>
        {id !== '' && <Link to={action}>Cancel</Link>}
      </div>
    </Form>
  )
}

interface ColumnOptions {
  readonly nowMs: number
  readonly isAdmin: boolean
  readonly action: string
}

const listColumns = ({ nowMs, isAdmin, action }: ColumnOptions): (Column<ShownChannel> | false)[] => [
  {
    name: 'Channel',
    namesRow: true,
    cell: ({ name, isEnabled, isLocked, isBrief }) => (
      <>
        {name} {isLocked && <span className="mark bad">other key</span>}
        {!isEnabled && !isLocked && <span className="mark warn">off</span>}
        {isBrief && <span className="muted"> · names and links only</span>}
      </>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => kind, width: 'col-service', shown: 'wide' },
  { name: 'Sends to', cell: ({ target }) => <code>{target}</code>, width: 'col-type', shown: 'wide' },
  { name: 'Rules', cell: ({ rules }) => pluralize(rules, 'rule'), width: 'col-count', shown: 'wide' },
  {
    name: 'Last message',
    width: 'col-text',
    title: ({ last }) => last?.text,
    cell: ({ last, isLocked }) =>
      isLocked ? (
        <span className="bad">
          Written with another secret key: it sends nothing. Delete it, or restart with that key.
        </span>
      ) : last === undefined ? (
        <span className="muted">none in 7 days</span>
      ) : (
        <>
          <span className={last.isSent ? undefined : 'bad'}>{last.text}</span>{' '}
          <span className="muted">
            <RelativeTime atNs={last.atNs} nowMs={nowMs} />
          </span>
        </>
      ),
  },
  isAdmin && {
    name: 'Actions',
    width: 'col-actions',
    cell: ({ id, name, isLocked, isWebhook }) => (
      <Form method="post" action={action} className="button-row" preventScrollReset>
        <input type="hidden" name="channel" value={id} />
        {!isLocked && (
          <button type="submit" name="do" value="test" aria-label={`Send a test message to ${name}`}>
            Test
          </button>
        )}
        <Menu label={`Change ${name}`} text="⋯">
          {!isLocked && (
            <Link to={`${action}${action.includes('?') ? '&' : '?'}edit=${encodeURIComponent(id)}#edit`}>Edit</Link>
          )}
          {isWebhook && (
            <button type="submit" name="do" value="new-secret">
              New secret
            </button>
          )}
          <details>
            <summary>Delete…</summary>
            <button type="submit" name="do" value="delete">
              Delete {name}
            </button>
          </details>
        </Menu>
      </Form>
    ),
  },
]
