import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take two minutes or more: if one of them came last, all others would wait for it. */
const longest = [
  'otel/e2e/hosts.spec.ts',
  'e2e/desk/issues.spec.ts',
  'e2e/desk/pages.spec.ts',
  'e2e/stack/restart.spec.ts',
  'store/schema/apply-schema.test.ts',
  'e2e/desk/overview.spec.ts',
  'store/traces/list-traces-in-parts.test.ts',
  'e2e/desk/large-trace.spec.ts',
  'store/issues/states.test.ts',
  'e2e/visit/digest-everywhere.spec.ts',
  'e2e/desk/shell.spec.ts',
]

/** Order: unit tests, the longest files, specs, which mostly wait, then the rest, which fills the waiting time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const place = ({ moduleId, project }: TestSpecification) => {
      if (project.name.startsWith('unit')) return -1
      const i = longest.indexOf(relative(root, moduleId))
      if (i !== -1) return i
      return longest.length + (project.name === 'e2e' ? 0 : 1)
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
