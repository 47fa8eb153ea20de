-- What groups exceptions: where a stack names sources, functions with their files; scripts that a bundler named by a hash have names that
-- a minifier made, new with every build, and never count. Rows of before keep their issue.
ALTER TABLE {{database}}.exceptions{{local}} {{on_cluster}} MODIFY COLUMN Functions Array(String) ALIAS
  arraySlice(arrayFilter(f -> length(f) > 2, arrayMap(
    line -> replaceRegexpAll(trim(arrayStringConcat(extractGroups(line,
      '^\\s*at (?:async )?(?:new )?(?:[^\\s(/]+/)*([^\\s(/]+)[^(/]*\\(([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|^\\s*at (?:async )?([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte)):'
      || '|^(?:async\\*)?([^@\\s/<:(]*)[^@\\s]*@([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|, in ([\\w.<>]+)$'
      || '|:in [`\'](?:block in )?([^\']+)\''
      || '|^#\\d+ .*?: ([\\w\\\\:>-]+)\\('
      || '|^([\\w./-]+(?:\\(\\*\\w+\\))?[\\w.]*)\\(.*\\)$'
      || '|^\\s*\\d+:\\s+(?:0x[0-9a-f]+ - )?([\\w:<>]+)'), ' ')),
      '^Object[.]|[$]?\\d+$', ''),
    arrayFilter(line -> NOT match(line, '(?:^|[/(@ ])node_modules/|node:|/site-packages/|/gems/|<anonymous>|https?://[^\\s)]*[-.][\\w-]{8,}[.]m?js'),
      if(position(Stacktrace, 'most recent call last') > 0, arrayReverse(splitByChar('\n', right(Stacktrace, 16384))),
        arraySlice(splitByChar('\n', left(Stacktrace, 16384)), 1, 64))))), 1, 3);

-- On a cluster the table under the plain name; on a single node the same as above.
ALTER TABLE {{database}}.exceptions {{on_cluster}} MODIFY COLUMN Functions Array(String) ALIAS
  arraySlice(arrayFilter(f -> length(f) > 2, arrayMap(
    line -> replaceRegexpAll(trim(arrayStringConcat(extractGroups(line,
      '^\\s*at (?:async )?(?:new )?(?:[^\\s(/]+/)*([^\\s(/]+)[^(/]*\\(([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|^\\s*at (?:async )?([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte)):'
      || '|^(?:async\\*)?([^@\\s/<:(]*)[^@\\s]*@([\\w@~.-][^\\s:()]*[.](?:[cm]?[jt]sx?|vue|svelte))?'
      || '|, in ([\\w.<>]+)$'
      || '|:in [`\'](?:block in )?([^\']+)\''
      || '|^#\\d+ .*?: ([\\w\\\\:>-]+)\\('
      || '|^([\\w./-]+(?:\\(\\*\\w+\\))?[\\w.]*)\\(.*\\)$'
      || '|^\\s*\\d+:\\s+(?:0x[0-9a-f]+ - )?([\\w:<>]+)'), ' ')),
      '^Object[.]|[$]?\\d+$', ''),
    arrayFilter(line -> NOT match(line, '(?:^|[/(@ ])node_modules/|node:|/site-packages/|/gems/|<anonymous>|https?://[^\\s)]*[-.][\\w-]{8,}[.]m?js'),
      if(position(Stacktrace, 'most recent call last') > 0, arrayReverse(splitByChar('\n', right(Stacktrace, 16384))),
        arraySlice(splitByChar('\n', left(Stacktrace, 16384)), 1, 64))))), 1, 3);
