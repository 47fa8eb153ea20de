import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { agoOf } from '../output/values.ts'

export const alerts = defineCommand({
  ...{ name: 'alerts', takes: '', count: [0, 0] },
  summary: 'Lists the alerts that fire now.',
  options: { web: { description: 'The page of alerts, opened on a terminal.' } },
  examples: [
    ['alerts', 'Newest first.'],
    ["alerts --json | jq '.episodes | length'", 'How many, for a script.'],
  ],
  async run({ api, output }) {
    if (output.isWeb) {
      output.web('/alerts')
      return DONE
    }
    const answer = await api.ask('listFiringAlerts', {})
    if (output.isJson) output.json(answer)
    else if (answer.episodes.length === 0) output.note('Nothing fires now.')
    else
      output.table(answer.episodes, [
        { title: 'since', cell: ({ began, fired }) => agoOf(began ?? fired) },
        { title: 'rule', cell: ({ rule_name }) => rule_name },
        { title: 'about', cell: ({ label, service }) => label || service },
        { title: 'why', cell: ({ why }) => why },
      ])
    return DONE
  },
})
