-- The message without ids, numbers, quoted text, dates and addresses, and then its codes. Messages of browsers start with
-- the same wording.
arrayMap(text -> trim(concat(left(trim(
  replaceRegexpAll(
    replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(
    text,
    '[-.][\\w-]{8,}([.](?:m?js|css|json|wasm)\\b)', '-#\\1'),
    '\\b(reading|evaluating|property|attribute|column|relation|constraint|module|class|method|function) ["\'`]([\\w.$@/-]*[A-Za-z_$])["\'`]', '\\1 \\2'),
    '"[^"\\n]*"|`[^`\\n]*`|[\\w.+-]+@[\\w-]+[.][\\w.-]+|(^|\\W)\'[^\'\\n]*\'', '\\1#'),
    '(^|[\\s(,])[A-Za-z_$]{1,2}([.][A-Za-z_$]| is (?:undefined|null|not ))', '\\1#\\2'),
    '\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?Z|[+-]\\d\\d:?\\d\\d)?)?'
    || '|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d\\d?'
    || '|\\d\\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*),? \\d{4}'
    || '|[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}|0x[0-9a-fA-F]+|\\b[0-9a-fA-F]{8,}\\b'
    || '|[[random-id]]'
    || '|[0-9A-Za-z]*[0-9][A-Za-z][0-9A-Za-z]*|[-+]?\\d+(?:[.,:]\\d+)*', '#'),
    '\\s+', ' ')), 512), ' ', [[codes]])),
  [replaceRegexpAll([[wordings]], [[url]], '\\1')])[1]
