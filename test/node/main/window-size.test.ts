import { describe, expect, it } from 'vitest'
import { minimumIn, placeIn } from '../../../electron/main/window/size.ts'

/** 1366×768 at 125 %, with a task bar. */
const small = { x: 0, y: 0, width: 1093, height: 574 }

describe('the window’s place', () => {
  it.each([
    ['a small display', small], ['a narrow second one', { x: 1920, y: 200, width: 800, height: 1200 }],
    ['a large one', { x: 0, y: 25, width: 2560, height: 1400 }],
  ])('is within the work area of %s, and can be made as small', (_what, area) => {
    const { x, y, width, height, minWidth, minHeight } = placeIn(area)
    expect(x).toBeGreaterThanOrEqual(area.x)
    expect(y).toBeGreaterThanOrEqual(area.y)
    expect(x + width).toBeLessThanOrEqual(area.x + area.width)
    expect(y + height).toBeLessThanOrEqual(area.y + area.height)
    expect([minWidth, minHeight]).toEqual([Math.min(width, minWidth), Math.min(height, minHeight)])
  })

  it('has the size that every screen needs, in the middle, if there is room', () => {
    expect(placeIn({ x: 0, y: 0, width: 1920, height: 1040 }))
      .toEqual({ x: 320, y: 90, width: 1280, height: 860, minWidth: 1024, minHeight: 640 })
  })

  it('is never smaller than a screen needs, unless the display is', () => {
    expect(minimumIn({ width: 1920, height: 1040 })).toEqual({ minWidth: 1024, minHeight: 640 })
    expect(minimumIn(small)).toEqual({ minWidth: 1024, minHeight: 574 })
  })
})
