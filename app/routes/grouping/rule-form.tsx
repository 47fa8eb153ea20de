import { Form, Link, useSearchParams } from 'react-router'
import type { GroupingRule } from '../../../store/issue-events/grouping-rule.ts'
import { MAX_ISSUES_OF_RULE } from '../../../store/issue-events/rules.ts'
import { formatCount } from '../../format/count.ts'
import { TextField } from '../../ui/form/field.tsx'
import { KeptParams } from '../../ui/form/hidden-params.tsx'
import type { Fault } from '../../url/codec.ts'
import { MOST_RULES, PATH } from '../../url/grouping-address.ts'
import { scopedPath, scopeParams } from '../../url/scope.ts'
import { MOST_CHARS, MOST_NAME_CHARS, RULE_FIELDS, TRY } from './parse-rule.ts'

interface RuleFormProps {
  readonly rule: GroupingRule
  readonly faults: readonly Fault[]
}

/** A rule to be written and tried: nothing is changed by it. The address is the state. */
export function RuleForm({ rule, faults }: RuleFormProps) {
  const [params] = useSearchParams()
  const field = (name: keyof GroupingRule) => ({ param: RULE_FIELDS[name], value: rule[name], faults })
  return (
    <Form method="get" action={PATH} className="panel padded rule-form" key={params.toString()}>
      <KeptParams params={scopeParams(params)} />
      <input type="hidden" name={TRY} value="1" />
      <TextField label="Name of the rule" {...field('name')} maxLength={MOST_NAME_CHARS} autoComplete="off" />
      <TextField label="Message has these words, in this order" {...field('words')} maxLength={MOST_CHARS} />
      <TextField label="Type" {...field('type')} maxLength={MOST_CHARS} spellCheck={false} />
      <TextField label="Route" {...field('route')} maxLength={MOST_CHARS} spellCheck={false} />
      <TextField label="Service" {...field('service')} maxLength={MOST_CHARS} spellCheck={false} />
      <div className="button-row">
        <button type="submit">Try on what is stored</button>
        {params.has(TRY) && <Link to={scopedPath(PATH, params)}>Another one</Link>}
      </div>
      <p className="muted small note">
        All that is said must hold; what is left empty holds of any. Type, route and service are compared whole, words
        as they are written, in the first 4,096 characters of a message. What was tried under the name of a rule that
        holds becomes its next version. There are at most {MOST_RULES} rules, and one takes exceptions of at most{' '}
        {formatCount(MAX_ISSUES_OF_RULE)} issues: those are counted one by one, so pages of issues take the longer the
        more they are.
      </p>
    </Form>
  )
}
