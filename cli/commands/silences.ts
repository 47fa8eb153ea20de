import type { AnswerOf } from '../../app/api/operation-types.ts'
import { defineCommand, UsageError } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { readUserName } from '../define/user-name.ts'
import { agoOf, momentOf, readDuration } from '../output/values.ts'

const MATCHERS = ['rule', 'service', 'environment', 'release', 'operation', 'issue'] as const

type Silence = AnswerOf<'listSilences'>['silences'][number]

const matchesOf = (silence: Silence) =>
  MATCHERS.flatMap(name => (silence[name] === '' ? [] : [`${name} ${silence[name]}`])).join(', ')

const BY = { value: 'NAME', description: 'Who does it, where nobody signs in.' } as const

export const silence = defineCommand({
  ...{ name: 'silence', takes: '', count: [0, 0] },
  summary: 'Makes a silence: alerts that meet all that it names are not sent while it lasts.',
  options: {
    for: { value: 'TIME', description: 'How long, such as 20m, 2h or 1d.' },
    rule: { value: 'ID', description: 'Of an alert rule.' },
    service: { value: 'NAME', description: '`service.name`' },
    environment: { value: 'NAME', description: '`deployment.environment.name`' },
    release: { value: 'NAME', description: '`service.version`' },
    operation: { value: 'NAME', description: 'An operation of a service.' },
    issue: { value: 'ID', description: 'An issue.' },
    why: { value: 'TEXT', description: 'Shown with the silence.' },
    by: BY,
  },
  examples: [['silence --service shop --for 20m --why "deploy of 2.4.2"', 'While a deploy runs.']],
  async run({ api, output }, _, { for: time, why = '', by = readUserName(), ...given }) {
    const ms = readDuration(time ?? '')
    if (ms === undefined) throw new UsageError('Say how long: --for 20m.')
    const named = MATCHERS.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]] as const]))
    const minutes = Math.max(1, Math.ceil(ms / 60_000))
    const made = await api.ask('makeSilence', { ...Object.fromEntries(named), minutes, why, by })
    if (output.isJson) output.json(made)
    else output.lines(`${made.id}  ${matchesOf(made)}, until ${momentOf(made.until)}`)
    return DONE
  },
})

export const silenceList = defineCommand({
  ...{ name: 'silence list', takes: '', count: [0, 0] },
  summary: 'Lists silences that have not ended.',
  options: { all: { description: 'Ended ones too.' } },
  examples: [['silence list', 'Those that last or begin later.']],
  async run({ api, output }, _, { all }) {
    const answer = await api.ask('listSilences', { state: all ? 'all' : 'active' })
    if (output.isJson) output.json(answer)
    else if (answer.silences.length === 0) output.note('There is no silence.')
    else
      output.table(answer.silences, [
        { title: 'id', cell: ({ id }) => id },
        { title: 'state', cell: ({ is_active }) => (is_active ? 'active' : '') },
        { title: 'until', cell: ({ until }) => momentOf(until) },
        { title: 'of', cell: matchesOf },
        { title: 'why', cell: ({ why }) => why },
      ])
    return DONE
  },
})

export const silenceEnd = defineCommand({
  ...{ name: 'silence end', takes: 'ID', count: [1, 1] },
  summary: 'Ends a silence now.',
  options: { by: BY },
  examples: [['silence end 0b9c1d2e-3f40-4a51-8b62-c7d8e9f0a1b2', 'By the id that silence and silence list print.']],
  async run({ api, output }, [id = ''], { by = readUserName() }) {
    const ended = await api.ask('endSilence', { silence: id, by })
    if (output.isJson) output.json(ended)
    else output.lines(`${ended.id}  ended ${agoOf(ended.until)}`)
    return DONE
  },
})
