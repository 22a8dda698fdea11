// Layout faults of a page, found by geometry and computed style.
import type { Page } from 'playwright-core'

/** Scrolls all boxes to the start: scrolled content under a fixed header is not a fault. */
async function scrollToStart(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll('*')) {
      if (element.scrollTop !== 0) element.scrollTop = 0
    }
    // A list redraws its rows one frame after it was scrolled.
    for (const _frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

/** Texts cut off, sideways scrolling and overlapping controls, each as a sentence; empty if there are none. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await scrollToStart(page)
  return await page.evaluate(() => {
    const faults: string[] = []
    const nameOf = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
      return `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${text}”`
    }
    const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })
      && element.closest('.visually-hidden') === null && element.getBoundingClientRect().width > 0
    /** The smaller of the horizontal and vertical overlap of two boxes, in pixels; 0 or less if they do not overlap. */
    const overlap = (first: DOMRect, second: DOMRect): number => Math.min(
      Math.min(first.right, second.right) - Math.max(first.left, second.left),
      Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top),
    )
    const root = document.documentElement
    if (root.scrollWidth > window.innerWidth) faults.push(`the document scrolls sideways: ${root.scrollWidth} px`)

    // The screen's scrolling boxes may scroll only vertically.
    for (const box of document.querySelectorAll('#content, #side, [role="dialog"], [role="dialog"] .content')) {
      if (isSeen(box) && box.scrollWidth > box.clientWidth + 1) {
        faults.push(`${nameOf(box)} scrolls sideways: ${box.scrollWidth} in ${box.clientWidth} px`)
      }
    }

    const scrollerOf = new Map<Element, Element>()
    /** The nearest ancestor that scrolls or cuts its content; results are cached. */
    const nearestScroller = (element: Element): Element => {
      const parent = element.parentElement
      if (parent === null) return root
      const cached = scrollerOf.get(parent)
      if (cached !== undefined) return cached
      const found = /auto|scroll|hidden|clip/.test(getComputedStyle(parent).overflow) ? parent : nearestScroller(parent)
      scrollerOf.set(parent, found)
      return found
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!isSeen(element) || (element.textContent ?? '').trim() === '') continue
      const style = getComputedStyle(element)
      const cuts = /hidden|clip/.test(style.overflowX) || /strict|content|paint/.test(style.contain)
      const isControl = element.matches('a, button, label')
      // Inline elements have no reliable width of their own.
      if (style.display === 'inline' || (!cuts && !isControl)) continue
      const shortens = element.hasAttribute('data-shortens')
      if (!shortens && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off or beyond its box: ${nameOf(element)}`)
      if (cuts && !shortens && !element.matches('.app') && element.scrollHeight > element.clientHeight + 1) {
        faults.push(`cut off below: ${nameOf(element)}`)
      }
      if (shortens && element.clientWidth < 20) faults.push(`shortened to nothing: ${nameOf(element)}`)
    }

    // No text lies beyond the edge of the window, unless it is in a box that scrolls.
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode() !== null) {
      const holder = words.currentNode.parentElement
      if (holder === null || (words.currentNode.textContent ?? '').trim() === '' || !isSeen(holder)) continue
      const box = nearestScroller(holder)
      if (box !== root && /auto|scroll/.test(getComputedStyle(box).overflowX)) continue
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      // A shortened text may be wider than its visible box, which must be in the window.
      const { left, right } = (holder.closest('[data-shortens]') ?? range).getBoundingClientRect()
      if (left < -1 || right > window.innerWidth + 1) {
        faults.push(`beyond the edge: ${nameOf(holder)}`)
      }
    }

    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
      .filter((one) => isSeen(one))
      .map((one) => ({ one, box: one.getBoundingClientRect(), scroller: nearestScroller(one) }))
    for (const element of document.body.querySelectorAll('*')) {
      const text = [...element.childNodes]
        .find((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
      if (text === undefined || !isSeen(element) || element.matches('[data-shortens]')) continue
      const range = document.createRange()
      range.selectNode(text)
      const lines = [...range.getClientRects()]
      const scroller = nearestScroller(element)
      const under = controls.find(({ one, box, scroller: other }) => other === scroller && !one.contains(element)
        && !element.contains(one) && lines.some((line) => overlap(line, box) > 2))
      if (under !== undefined) faults.push(`${nameOf(element)} runs under ${nameOf(under.one)}`)
    }
    controls.forEach((first, place) => {
      for (const second of controls.slice(place + 1)) {
        const nested = first.one.contains(second.one) || second.one.contains(first.one)
        if (nested || first.scroller !== second.scroller) continue
        if (overlap(first.box, second.box) > 1) faults.push(`${nameOf(first.one)} lies over ${nameOf(second.one)}`)
      }
    })
    return faults
  })
}

/** Texts of table cells that reach into the next cell or below their row, each as a sentence. */
export async function cellFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = []
    /** The right and bottom end of a cell's visible texts; what a box within the cell cuts off does not count. */
    const endsOf = (cell: Element): { right: number, bottom: number } => {
      const ends = { right: 0, bottom: 0 }
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (words.nextNode() !== null) {
        const holder = words.currentNode.parentElement
        if (holder === null || holder.closest('.visually-hidden') !== null || !/\S/.test(words.currentNode.textContent ?? '')) continue
        const range = document.createRange()
        range.selectNodeContents(words.currentNode)
        let { right, bottom } = range.getBoundingClientRect()
        for (let box: Element | null = holder; box !== null && cell.contains(box); box = box.parentElement) {
          if (getComputedStyle(box).overflow === 'visible') continue
          const edge = box.getBoundingClientRect()
          right = Math.min(right, edge.right)
          bottom = Math.min(bottom, edge.bottom)
        }
        ends.right = Math.max(ends.right, right)
        ends.bottom = Math.max(ends.bottom, bottom)
      }
      return ends
    }
    for (const row of document.querySelectorAll('[role="row"]')) {
      const cells = [...row.querySelectorAll('[role="cell"]')]
      cells.forEach((cell, place) => {
        const { right, bottom } = endsOf(cell)
        const next = cells[place + 1]
        if (next !== undefined && right > next.getBoundingClientRect().left - 2) faults.push(`“${cell.textContent}” reaches “${next.textContent}”`)
        if (bottom > row.getBoundingClientRect().bottom) faults.push(`“${cell.textContent}” reaches below its row`)
      })
    }
    return faults
  })
}

/** Faults in forced colours: focus without an outline, switches without a border, an unmarked current page. */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  // After a key press the browser treats focus as moved by keyboard.
  await page.keyboard.press('Tab')
  return await page.evaluate(() => {
    const faults: string[] = []
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()}> “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`
    const hasOutline = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    if (!matchMedia('(forced-colors: active)').matches) faults.push('forced colours are not on')
    for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled')) continue
      control.focus()
      if (document.activeElement !== control) continue
      const around = [control, ...control.parentElement === null ? [] : [control.parentElement]]
      if (!around.some((element) => hasOutline(element))) faults.push(`its focus is not visible: ${nameOf(control)}`)
    }
    for (const one of document.querySelectorAll('[role="switch"]')) {
      const { borderStyle, borderWidth } = getComputedStyle(one)
      if (borderStyle === 'none' || Number.parseFloat(borderWidth) < 1) faults.push(`a switch without a border: ${nameOf(one)}`)
      const knob = getComputedStyle(one, '::after').backgroundColor
      if (knob === getComputedStyle(one).backgroundColor) faults.push('the knob of a switch is not visible')
    }
    const links = [...document.querySelectorAll('nav a')]
    const borderOf = (link: Element | undefined) => (link === undefined ? '' : getComputedStyle(link).borderTopWidth)
    const current = links.find((link) => link.hasAttribute('aria-current'))
    const other = links.find((link) => !link.hasAttribute('aria-current'))
    if (current !== undefined && borderOf(current) === borderOf(other)) faults.push('the current page looks like the others')
    return faults
  })
}
