import { data, Form, redirect } from 'react-router'
import { ownershipSchema } from '../../alerts/ownership.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { loadPageHeader } from '../../data/header.ts'
import { query } from '../../data/query.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { useIsAdmin, useReader } from '../../ui/layout/use-reader.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { OWNERSHIP_PATH } from '../../url/alert-address.ts'
import { scopedPath } from '../../url/scope.ts'
import type { Route } from './+types/ownership.ts'
import { AlertsNavigation } from './alerts-navigation.tsx'
import { makeChange, readChangeForm, refusalOfChange } from './change-form.server.ts'

/** Who owns which service, or which code. */
export async function loader(args: Route.LoaderArgs) {
  const { log } = args.context.get(alertsContext)
  const [{ ownership }, { services }] = await Promise.all([
    query(args, () => log.read(), {}),
    loadPageHeader(args, Date.now()),
  ])
  const by = (of: (typeof ownership)[number]) => [of.owner, of.service, of.path].join('\0')
  return {
    action: scopedPath(OWNERSHIP_PATH, args.url.searchParams),
    ownership: ownership.toSorted((a, b) => (by(a) < by(b) ? -1 : 1)),
    services,
  }
}

/** Adds or deletes a rule of ownership; 400 with the reason for one that cannot be. */
export async function action(args: Route.ActionArgs) {
  const { fields, who } = await readChangeForm(args)
  const refuse = (refused: string) => data({ refused, sent: [...fields] }, { status: 400 })
  const done = () => redirect(scopedPath(OWNERSHIP_PATH, args.url.searchParams))
  const refused = refusalOfChange(args)
  if (refused !== '') return refuse(refused)
  if (fields.get('do') === 'delete') {
    await makeChange(args, log => log.remove(who, 'ownership', fields.get('id') ?? ''))
    return done()
  }
  const [service, path, owner] = ['service', 'path', 'owner'].map(name => fields.get(name)?.trim() ?? '')
  if (service === '' && path === '') return refuse('A service or a path is needed.')
  const read = ownershipSchema.safeParse({ service, path, owner })
  if (!read.success) return refuse('An owner of 1 to 60 characters is needed.')
  await makeChange(args, log => log.save(who, { what: 'ownership', value: read.data }))
  return done()
}

export default function OwnershipPage({
  loaderData: { ownership, services, action },
  actionData,
}: Route.ComponentProps) {
  const isAdmin = useIsAdmin()
  const people = useReader()?.people ?? []
  const sent = new Map(actionData?.sent)
  return (
    <div className="alerts-page">
      <title>Ownership · Alerts · Errata</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Ownership</h1>
        <AlertsNavigation />
      </div>
      <p className="muted">
        Rules can watch what somebody owns. An issue that is assigned belongs to that person; others to whom the longest
        matching path names, then the service.
      </p>
      {ownership.length > 0 && (
        <div className="panel">
          <DataTable
            caption="Ownership"
            className="wraps"
            rows={ownership}
            keyOf={({ id }) => id}
            columns={[
              { name: 'Owner', namesRow: true, cell: ({ owner }) => owner },
              { name: 'Service', cell: ({ service }) => service || <span className="muted">any</span> },
              { name: 'Path', cell: ({ path }) => (path ? <code>{path}</code> : <span className="muted">any</span>) },
              isAdmin && {
                name: 'Actions',
                width: 'col-small',
                cell: ({ id, owner, service, path }) => (
                  <Form method="post" action={action}>
                    <input type="hidden" name="id" value={id} />
                    <button
                      type="submit"
                      name="do"
                      value="delete"
                      aria-label={`Delete ${owner} of ${service} ${path}`.trim()}
                    >
                      Delete
                    </button>
                  </Form>
                ),
              },
            ]}
          />
        </div>
      )}
      {isAdmin && (
        <section className="section" aria-labelledby="add">
          <h2 id="add">Add an owner</h2>
          <Form method="post" action={action} className="panel padded stacked-form" key={`${ownership.length}`}>
            {actionData && (
              <p role="alert" className="fault">
                {actionData.refused}
              </p>
            )}
            <div className="field-row">
              <TextField
                label="Owner"
                name="owner"
                list="owners"
                maxLength={60}
                defaultValue={sent.get('owner')}
                hint="A person or a team."
                required
                autoComplete="off"
              />
              <TextField
                label="Service"
                name="service"
                list="known-services"
                maxLength={300}
                defaultValue={sent.get('service')}
                autoComplete="off"
              />
              <TextField
                label="Path"
                name="path"
                maxLength={300}
                defaultValue={sent.get('path')}
                hint="The beginning of the first in-app frame’s path, such as src/checkout/."
                autoComplete="off"
                spellCheck={false}
              />
            </div>
            <datalist id="owners">
              {people.map(name => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <datalist id="known-services">
              {services.map(name => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <div className="button-row">
              <button type="submit" className="primary">
                Add
              </button>
            </div>
          </Form>
        </section>
      )}
    </div>
  )
}
