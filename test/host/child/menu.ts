import { app } from './app.ts'

export interface MenuTemplate {
  id?: string
  label?: string
  role?: string
  type?: string
  accelerator?: string
  enabled?: boolean
  visible?: boolean
  checked?: boolean
  submenu?: MenuTemplate[]
  click?: (item: MenuItem) => void
}

export class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  enabled: boolean
  visible: boolean
  checked: boolean
  private readonly onClick: MenuTemplate['click']

  constructor(template: MenuTemplate) {
    this.id = template.id
    this.label = template.label ?? template.role ?? ''
    this.role = template.role
    this.type = template.type ?? (template.submenu ? 'submenu' : 'normal')
    this.accelerator = template.accelerator
    this.enabled = template.enabled ?? true
    this.visible = template.visible ?? true
    this.checked = template.checked ?? false
    this.submenu = template.submenu ? Menu.buildFromTemplate(template.submenu) : undefined
    this.onClick = template.click
  }

  click() {
    if (this.role === 'quit') app.quit()
    else this.onClick?.(this)
  }
}

let applicationMenu: Menu | null = null

/** Menus are data, so that a test can find an item and click it; none is drawn. */
export class Menu {
  items: MenuItem[] = []

  static buildFromTemplate(template: (MenuTemplate | MenuItem)[]) {
    const menu = new Menu()
    menu.items = template.map((item) => item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu: Menu | null) { applicationMenu = menu }
  static getApplicationMenu() { return applicationMenu }
  append(item: MenuItem) { this.items.push(item) }
  popup() {}

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
