import {
  BookmarkPlus,
  Check,
  ChevronDown,
  Download,
  PencilLine,
  Save,
  Trash2,
  Upload,
} from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { ProfileSite } from '../../../shared/site-generator/profile-site.ts';
import { FormField } from '../../kit/form/form.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { useSaved } from '../../kit/saved/saved.ts';
import { useCommands } from '../../lib/commands.ts';
import { downloadFile } from '../../lib/download.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { PageActions } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import type { ChangeDraft } from '../site-generator/index.ts';
import type { SiteDraft } from './draft.ts';
import {
  isSame,
  LONGEST_NAME,
  type Preset,
  presetFile,
  presetValuesOf,
  putPreset,
  readPresetFile,
  sitePresets,
  withPreset,
} from './presets.ts';

interface PresetsMenuProps {
  /** Tool and site, such as `adonis-AXS`. */
  name: string;
  site: ProfileSite;
  draft: SiteDraft;
  change: ChangeDraft<SiteDraft>;
}

/** The named presets of a site, in the top bar: load, save, rename, delete, and files to pass on. */
export function PresetsMenu({ name: site, site: definition, draft, change }: PresetsMenuProps) {
  const current = useMemo(() => presetValuesOf(definition, draft), [definition, draft]);
  const [all, setAll] = useSaved(sitePresets);
  const [chosen, setChosen] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const own = all.filter((one) => one.site === site);
  const active =
    own.find(({ name }) => name === chosen) ?? own.find(({ values }) => isSame(values, current));
  const isEdited = active !== undefined && !isSame(active.values, current);

  const store = (next: Preset[], title: string, undo?: () => void) => {
    setAll(next);
    const isKept = sitePresets.read().length === next.length;
    toast(
      isKept
        ? { title, ...(undo && { action: { label: 'Undo', run: undo } }) }
        : { title: 'The browser’s storage is full or blocked', tone: 'danger' },
    );
  };
  const load = ({ name, values }: Preset) => {
    const { events, perEvent, proxies, ...before } = draft;
    change(withPreset(draft, current, values));
    const undo = () => change(before);
    setChosen(name);
    toast({ title: `Preset "${name}" loaded`, action: { label: 'Undo', run: undo } });
  };
  const save = (name: string, oldName?: string) => {
    const values = oldName === undefined ? current : (active?.values ?? current);
    store(putPreset(all, { site, name, values }, oldName), `Preset "${name}" saved`);
    setChosen(name);
  };
  const remove = ({ name }: Preset) => {
    const undo = () => setAll(all);
    const rest = all.filter((one) => one.site !== site || one.name !== name);
    store(rest, `Preset "${name}" deleted`, undo);
  };
  const importFile = async (file: File | undefined) => {
    const read = file && readPresetFile(await file.text(), site);
    if (read) store(putPreset(all, read), `Preset "${read.name}" imported`);
    else if (file) toast({ title: `${file.name} is no preset of ${site}`, tone: 'danger' });
  };
  useCommands(
    own.map((one) => ({
      id: `preset.${one.name}`,
      label: `Load preset ${one.name}`,
      run: () => load(one),
    })),
  );
  return (
    <PageActions>
      <Menu
        label="Presets"
        className="max-w-[280px]"
        trigger={
          <Button size="sm" aria-haspopup="menu">
            <span className="max-w-40 truncate">{active?.name ?? 'Presets'}</span>
            {isEdited ? <span className="font-normal text-text-muted">edited</span> : null}
            <ChevronDown className="size-3.5" />
          </Button>
        }
      >
        <MenuLabel>{own.length === 0 ? 'No presets yet' : 'Presets'}</MenuLabel>
        {own.map((one) => (
          <MenuItem
            key={one.name}
            icon={one === active ? <Check strokeWidth={2} /> : <span className="size-4" />}
            onSelect={() => load(one)}
          >
            <span className="truncate">{one.name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        {isEdited && active ? (
          <MenuItem icon={<Save />} onSelect={() => save(active.name)}>
            Save changes
          </MenuItem>
        ) : null}
        <MenuItem icon={<BookmarkPlus />} onSelect={() => setDialog('save')}>
          Save as
        </MenuItem>
        <MenuItem icon={<Upload />} onSelect={() => picker.current?.click()}>
          Import JSON
        </MenuItem>
        {active ? (
          <>
            <MenuItem
              icon={<Download />}
              onSelect={() =>
                downloadFile(`${site}-${active.name}.json`, presetFile(active), 'application/json')
              }
            >
              Export JSON
            </MenuItem>
            <MenuItem icon={<PencilLine />} onSelect={() => setDialog('rename')}>
              Rename
            </MenuItem>
            <MenuItem danger icon={<Trash2 />} onSelect={() => remove(active)}>
              Delete
            </MenuItem>
          </>
        ) : null}
      </Menu>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        aria-label="Preset file"
        className="hidden"
        onChange={(event) => {
          void importFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {dialog === null ? null : (
        <NameDialog
          title={dialog === 'save' ? 'Save as preset' : 'Rename preset'}
          name={dialog === 'save' ? '' : (active?.name ?? '')}
          taken={own.map(({ name }) => name)}
          onName={(name) => save(name, dialog === 'rename' ? active?.name : undefined)}
          onClose={() => setDialog(null)}
        />
      )}
    </PageActions>
  );
}

interface NameDialogProps {
  title: string;
  name: string;
  taken: readonly string[];
  onName: (name: string) => void;
  onClose: () => void;
}

function NameDialog({ title, name, taken, onName, onClose }: NameDialogProps) {
  const schema = z.object({
    name: z.string().check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(LONGEST_NAME, `At most ${LONGEST_NAME} characters`),
      z.refine(
        (text) => text === name || !taken.includes(text),
        'A preset has this name: choose another one',
      ),
    ),
  });
  const form = useForm(schema, {
    initial: { name },
    submit: async (input) => onName(input.name),
    onDone: onClose,
    failure: { refused: '', thrown: 'The preset could not be saved' },
  });
  return (
    <FormDialog
      form={form}
      title={title}
      description="Configuration, custom fields and the choice of profiles. Events, proxies, webhooks and passwords are left out."
      onClose={onClose}
      submitLabel="Save preset"
    >
      <FormField form={form} name="name" label="Name">
        {(control) => <Input {...control} data-focus-first autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}
