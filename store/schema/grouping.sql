-- Columns of exceptions that group them: type, functions of one's own code, and types of what caused it; the message only where no function is
-- known. store/issues/grouping-cases/ has what it is to bring together and to keep apart.
Normalised String MATERIALIZED left(trim(
  replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(left(Message, 4096),
    '(https?://[^\\s?#"\'`)]+)[^\\s"\'`)]*', '\\1'),
    '[-.][\\w-]{8,}([.](?:m?js|css|json|wasm)\\b)', '-#\\1'),
    '\\b(reading|evaluating|property|attribute|column|relation|constraint|module|class|method|function) ["\'`]([\\w.$@/-]*[A-Za-z_$])["\'`]', '\\1 \\2'),
    '"[^"\\n]*"|`[^`\\n]*`|[\\w.+-]+@[\\w-]+[.][\\w.-]+|(^|\\W)\'[^\'\\n]*\'', '\\1#'),
    '(^|[\\s(,])[A-Za-z_$]{1,2}([.][A-Za-z_$]| is (?:undefined|null|not ))', '\\1#\\2'),
    '\\d{4}-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?Z|[+-]\\d\\d:?\\d\\d)?)?'
    || '|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d\\d?'
    || '|\\d\\d? (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*),? \\d{4}'
    || '|[0-9a-fA-F]{8}(?:-?[0-9a-fA-F]{4}){3}-?[0-9a-fA-F]{12}|0x[0-9a-fA-F]+|\\b[0-9a-fA-F]{8,}\\b'
    || '|[0-9A-Za-z]*[0-9][A-Za-z][0-9A-Za-z]*|[-+]?\\d+(?:[.,:]\\d+)*', '#'),
    '\\s+', ' ')), 512),

Functions Array(String) MATERIALIZED arraySlice(arrayDistinct(arrayFilter(
  f -> length(f) > 2 AND NOT match(f, '^(?:__\\w+|_next|_throw|_callee\\w*|asyncGeneratorStep|step|fulfilled|rejected|tryCatch|invariant|assert|eval'
    || '|anonymous|<\\w+>|(?:Promise|Array|Map|Set|Generator|AsyncGenerator|Reflect|JSON)[.]\\w+)[$]?(?: .*)?$'),
  arrayMap(line -> replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(trim(arrayStringConcat(extractGroups(line,
      '^\\s*at (?:async )?(?:new )?(?:[^\\s(/]+/)*([^\\s(/]+)[^(/]*\\(([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|^\\s*at (?:async )?([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte)):'
      || '|^(?:async\\*)?([^@\\s/<:(]*)[^@\\s]*@([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|, in ([\\w.<>]+)$'
      || '|:in [`\'](?:(?:block|rescue|ensure)(?: [(]\\d+ levels[)])? in )*([^\']+)\''
      || '|^#\\d+ .*?: ([\\w\\\\:>-]+)\\('
      || '|^([\\w./-]+(?:\\(\\*\\w+\\))?[\\w.]*)(?:\\[[.]{3}\\])?\\(.*\\)(?: .*)?$'
      || '|^\\s*\\d+:\\s+(?:0x[0-9a-f]+ - )?([\\w:<>]+)'), ' ')),
      -- What compilers make of a closure or an async function says which function it stands in.
      'lambda[$](\\w+)[$]\\d+|(?:<>c\\w*[.])?<(\\w+)>[bdg]__[\\w|`]+(?:[.]MoveNext)?', '\\1\\2'),
      '[$]\\d+([.])|(?:[.]func\\d+)(?:[.]\\d+)*|::h[0-9a-f]{16}$|::$', '\\1'),
      '^(?:Object|Module|Function|exports|Proxy)[.]|`\\d', ''),
      '^[\\w$]+[.]([\\w$]+ )|[$]?\\d+( |$)', '\\1\\2'),
    arrayFilter(line -> NOT match(line, '(?:^|[/(@ ])node_modules/|node:|\\[native code\\]|<anonymous>|-extension://|webpack/(?:runtime|bootstrap)'
      || '|https?://[^\\s)]*[-.][\\w-]{8,}[.]m?js|:\\d{1,2}:\\d{4,}[)]?$|/(?:site|dist)-packages/|/lib(?:64)?/python\\d|<frozen '
      || '|/gems/|/lib/ruby/|<internal:|/vendor/|/pkg/mod/|/go[\\d.]*/src/|^(?:panic|runtime[.][\\w.]+)\\('
      || '|^\\s*at (?:[^\\s(/]+/)*(?:java|javax|jakarta|jdk|sun|com[.]sun|kotlin|kotlinx|scala|reactor|System|Microsoft'
      || '|org[.](?:springframework|apache|eclipse|hibernate|jboss|junit)|io[.](?:netty|undertow|vertx|micronaut|quarkus|ktor|grpc)'
      || '|com[.](?:fasterxml|google[.]common|zaxxer))[.]'
      || '|^\\s*at [^(]*[$][$]'
      || '|^\\s*\\d+:\\s+(?:0x[0-9a-f]+ - )?(?:core|std|alloc|tokio|rust_begin_unwind|__rust\\w*)\\b'),
      if(position(Stacktrace, 'most recent call last') > 0, arrayReverse(splitByChar('\n', right(Stacktrace, 16384))),
        -- Go has the place of a function on a line of its own.
        arraySlice(splitByChar('\n', replaceRegexpAll(left(Stacktrace, 16384), '\\n\\t([/A-Z])', ' \\1')), 1, 64)))))), 1, 3),

CauseTypes Array(String) MATERIALIZED arraySlice(arraySort(arrayDistinct(arrayConcat(
  extractAll(left(Causes, 262144), '"type"\\s*:\\s*"([^"\\\\]{1,200})"'),
  extractAll(left(Stacktrace, 65536), '\\n\\s*(?:Caused by:|--->) ([\\w.$]+)')))), 1, 8),

Issue LowCardinality(String) MATERIALIZED if(FingerprintOverride != '', left(FingerprintOverride, 128),
  leftPad(lower(hex(sipHash64('2', ServiceName, Type, if(empty(Functions), Normalised, ''), Functions, CauseTypes))), 16, '0'))
