/** What is wrong with the places of things on a page. Runs in the page. */
export function findLayoutFlaws(): string[] {
  const flaws: string[] = []
  const beyond = document.documentElement.scrollWidth - window.innerWidth
  if (beyond > 0) flaws.push(`${beyond} pixels are beyond the window`)
  const footer = document.querySelector('.site-footer')?.getBoundingClientRect()
  if (footer !== undefined && footer.bottom < window.innerHeight - 1) flaws.push('the footer is not at the bottom')
  const inSight = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter(cell => cell.checkVisibility() && cell.clientWidth > 1)
  for (const name of inSight('main table.list > tbody > tr > th'))
    if (name.clientWidth < 60) flaws.push(`${name.clientWidth} pixels for the name ${name.textContent}`)
  for (const number of inSight('main table.list > tbody > tr > td.number'))
    if (number.scrollWidth > number.clientWidth + 1) flaws.push(`cut short: ${number.textContent}`)
  if (window.innerWidth >= 1440)
    for (const panel of inSight('main .panel.scrolls'))
      if (panel.scrollWidth > panel.clientWidth + 1)
        flaws.push(`cut off: ${panel.querySelector('caption')?.textContent}`)
  return [...new Set(flaws)]
}
