import { lazy, type ReactNode, Suspense, useId } from 'react'
import { Form, useSearchParams } from 'react-router'
import { FormField, TextField } from '../../ui/controls/text-field.tsx'
import { useIsAdmin, useReader } from '../../ui/layout/use-reader.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { CHANNELS_PATH } from '../../url/alert-address.ts'
import type { RuleField, RuleForm as RuleFormModel } from './rule-fields.server.ts'

/** The search language is needed by this one kind of rule alone. */
const SearchField = lazy(async () => ({ default: (await import('../../ui/search/search-field.tsx')).SearchField }))

/** Stored names that fields offer. */
export interface Completions {
  readonly service: readonly string[]
  readonly environment: readonly string[]
  readonly release: readonly string[]
}

interface RuleFormProps {
  readonly form: RuleFormModel
  readonly completions: Completions
  /** Where it is sent: the page itself, in its scope. */
  readonly action: string
  /** Whether the rule is stored already. */
  readonly isKnown: boolean
  /** Whether what it would have done was just shown, so that saving comes next. */
  readonly isPreviewed: boolean
}

/** The form of a rule: fields of its kind, whom it tells, and buttons to preview and save. It needs no scripts. */
export function RuleForm({ form, completions, action, isKnown, isPreviewed }: RuleFormProps) {
  const isAdmin = useIsAdmin()
  const reader = useReader()
  const { kind, name, isEnabled, watch, filters, timing, channels, faults } = form
  const owners = reader?.people ?? []
  return (
    <Form method="post" action={action} className="panel padded stacked-form rule-form" preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      {faults.map(fault => (
        <p key={fault} role="alert" className="fault">
          {fault}
        </p>
      ))}
      <Field field={name} />
      {watch.length > 0 && (
        <Group legend="What it watches">
          {watch.map(field => (
            <Field key={field.name} field={field} />
          ))}
        </Group>
      )}
      {filters.length > 0 && (
        <Group legend="Only for" hint="Empty for all.">
          {filters.map(field => (
            <Field key={field.name} field={field} />
          ))}
        </Group>
      )}
      {timing.length > 0 && (
        <Group legend="When it fires and ends">
          {timing.map(field => (
            <Field key={field.name} field={field} />
          ))}
        </Group>
      )}
      {(channels.choices ?? []).length > 0 ? (
        <Checks field={channels} />
      ) : (
        <p className="muted small">
          No channel yet: it is shown here, and told to nobody.{' '}
          <ScopedLink to={CHANNELS_PATH}>Add a channel</ScopedLink>
        </p>
      )}
      <label className="check">
        <input type="checkbox" name="isEnabled" value="1" defaultChecked={isEnabled} /> On
      </label>
      {isAdmin ? (
        <div className="button-row">
          <button type="submit" name="do" value="preview" className={isPreviewed ? undefined : 'primary'}>
            Preview the last 7 days
          </button>
          <button type="submit" name="do" value="save" className={isPreviewed ? 'primary' : undefined}>
            {isKnown ? 'Save' : 'Create rule'}
          </button>
        </div>
      ) : (
        <p className="muted small">Administrators change rules.</p>
      )}
      {Object.entries({ ...completions, owner: owners }).map(([of, values]) => (
        <datalist key={of} id={`known-${of}`}>
          {values.map(value => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ))}
    </Form>
  )
}

function Group({
  legend,
  hint,
  children,
}: {
  readonly legend: string
  readonly hint?: string
  readonly children: ReactNode
}) {
  return (
    <fieldset className="field-group">
      <legend>
        {legend} {hint && <span className="muted small">{hint}</span>}
      </legend>
      <div className="field-row">{children}</div>
    </fieldset>
  )
}

function Field({ field }: { readonly field: RuleField }) {
  const { name, label, input, values, hint, fault, choices = [], completes, subject = 'spans' } = field
  const [params] = useSearchParams()
  if (input === 'checks') return <Checks field={field} />
  const [value = ''] = values
  const described = { label, name, hint, fault }
  if (input === 'choice') {
    return (
      <FormField {...described}>
        {mark => (
          <select name={name} defaultValue={value} {...mark}>
            {choices.map(of => (
              <option key={of.value} value={of.value}>
                {of.label}
              </option>
            ))}
          </select>
        )}
      </FormField>
    )
  }
  if (input === 'search') {
    return (
      <FormField {...described} className="whole-row">
        {mark => (
          <Suspense fallback={<input type="search" name={name} defaultValue={value} {...mark} />}>
            <SearchField
              subject={subject}
              name={name}
              text={value}
              params={params}
              faultId={mark['aria-invalid'] && mark['aria-describedby']}
            />
          </Suspense>
        )}
      </FormField>
    )
  }
  return (
    <TextField
      {...described}
      defaultValue={value}
      inputMode={input === 'number' ? 'decimal' : undefined}
      list={completes && `known-${completes}`}
      maxLength={input === 'number' ? 20 : 300}
      autoComplete="off"
      spellCheck={false}
    />
  )
}

function Checks({ field: { name, label, values, fault, choices = [] } }: { readonly field: RuleField }) {
  const id = useId()
  return (
    <fieldset className="field-group whole-row" aria-describedby={fault && `${id}-fault`}>
      <legend>{label}</legend>
      <div className="button-row">
        {choices.map(of => (
          <label key={of.value} className="check">
            <input type="checkbox" name={name} value={of.value} defaultChecked={values.includes(of.value)} /> {of.label}
          </label>
        ))}
      </div>
      {fault && (
        <p id={`${id}-fault`} className="fault">
          {fault}
        </p>
      )}
    </fieldset>
  )
}
