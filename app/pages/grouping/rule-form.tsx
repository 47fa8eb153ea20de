import { Fragment } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import type { GroupingRule } from '../../../store/issues/grouping-rule.ts'
import { MAX_ISSUES_OF_RULE } from '../../../store/issues/rules.ts'
import { formatCount } from '../../format/count.ts'
import { FilterTextField } from '../../ui/controls/field.tsx'
import { HiddenParams } from '../../ui/controls/hidden-params.tsx'
import type { InvalidFilter } from '../../url/codec.ts'
import { GROUPING_PATH, MAX_RULES } from '../../url/grouping-address.ts'
import { scopedPath, scopeParams } from '../../url/scope.ts'
import { MAX_CHARS, MAX_NAME_CHARS, PREVIEW_PARAM, RULE_FIELDS } from './parse-rule.ts'

interface RuleFormProps {
  readonly rule: GroupingRule
  readonly filterErrors: readonly InvalidFilter[]
  /** Frequent values by field. */
  readonly suggestions: Readonly<Record<string, readonly { readonly value: string }[]>>
  /** Whether a preview is the next step. */
  readonly isPrimary: boolean
}

const SUGGESTED = [
  ['Type', 'type'],
  ['Route', 'route'],
  ['Service', 'service'],
] as const

/** A value that is stored; all of them are offered when one types. */
function placeholderOf(values: RuleFormProps['suggestions'][string] = []) {
  const first = values.find(({ value }) => value !== '')
  return first && `any, or one of ${formatCount(values.length)} such as ${first.value}`
}

/** A form to write and preview a rule; it changes nothing. The state is in the URL. */
export function RuleForm({ rule, filterErrors, suggestions, isPrimary }: RuleFormProps) {
  const [params] = useSearchParams()
  const field = (name: keyof GroupingRule) => ({ param: RULE_FIELDS[name], value: rule[name], filterErrors })
  return (
    <Form method="get" action={GROUPING_PATH} className="panel padded stacked-form" key={params.toString()}>
      <HiddenParams params={scopeParams(params)} />
      <input type="hidden" name={PREVIEW_PARAM} value="1" />
      <FilterTextField label="Rule name" {...field('name')} maxLength={MAX_NAME_CHARS} autoComplete="off" />
      <FilterTextField label="Message contains words in order" {...field('words')} maxLength={MAX_CHARS} />
      {SUGGESTED.map(([label, name]) => (
        <Fragment key={name}>
          <FilterTextField
            label={label}
            {...field(name)}
            maxLength={MAX_CHARS}
            spellCheck={false}
            placeholder={placeholderOf(suggestions[name])}
            list={`frequent-${name}`}
          />
          <datalist id={`frequent-${name}`}>
            {suggestions[name]?.map(({ value }) => value !== '' && <option key={value} value={value} />)}
          </datalist>
        </Fragment>
      ))}
      <p className="muted small note">
        All conditions must match; an empty condition matches anything. Type, route and service must be equal. Words
        must appear in this order and case in the first 512 bytes of the message of an issue’s latest exception. Saving
        a rule under an existing name creates a new version. At most {MAX_RULES} rules, each of at most{' '}
        {formatCount(MAX_ISSUES_OF_RULE)} issues.
      </p>
      <div className="button-row">
        <button type="submit" className={isPrimary ? 'primary' : undefined}>
          Preview on stored data
        </button>
        {params.has(PREVIEW_PARAM) && <Link to={scopedPath(GROUPING_PATH, params)}>Clear</Link>}
      </div>
    </Form>
  )
}
