import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { type Ref, useRef, useState } from 'react';
import { isSame } from '../../../../shared/recent-work/same.ts';
import { attempt } from '../../../kit/failure.ts';
import { reportFile } from '../../../kit/file-report.ts';
import { useCommands } from '../../../kit/keys/commands.ts';
import { downloadFile } from '../../../lib/download.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx';
import { PageActions } from '../../../ui/page.tsx';
import { toast } from '../../../ui/toast.tsx';
import { NameDialog } from '../name-dialog.tsx';
import { deleteWork, renameWork, restoreWork } from '../queries.ts';
import { type Preset, type PresetTool, presetFile, readPresetFile } from './preset-file.ts';
import { presetsQuery, savePreset } from './presets.ts';

interface PresetsMenuProps<Values extends object> {
  tool: PresetTool<Values>;
  /** The content that a preset would store now. */
  current: Values;
  /** Applies a preset's values to the draft. Returns an undo function. */
  onLoad: (values: Values) => () => void;
  /** The parts that presets include and exclude. */
  description: string;
}

/** The presets of a generator, the one that matches the draft, and their actions. */
function usePresets<Values extends object>({ tool, current, onLoad }: PresetsMenuProps<Values>) {
  const query = useQuery(presetsQuery(tool));
  const client = useQueryClient();
  const [chosen, setChosen] = useState<number | null>(null);
  const presets = query.data ?? [];
  const active =
    presets.find(({ id }) => id === chosen) ??
    presets.find(({ values }) => isSame(values, current));
  const isEdited = active !== undefined && !isSame(active.values, current);

  const load = ({ id, name, values }: Preset<Values>) => {
    const undo = onLoad(values);
    setChosen(id);
    toast({ title: `Preset "${name}" loaded`, action: { label: 'Undo', run: undo } });
  };
  const store = async (preset: Pick<Preset<Values>, 'name' | 'values'>, done: string) => {
    const before = presets.find(({ name }) => name === preset.name);
    setChosen(await savePreset(tool, preset, before));
    toast({ title: `Preset "${preset.name}" ${done}` });
  };
  const remove = async (preset: Preset<Values>) => {
    await deleteWork(preset);
    // The list loads again, but a preset of this name that is imported before it has loaded must not be saved over the
    // deleted one.
    client.setQueryData(presetsQuery(tool).queryKey, (all) =>
      all?.filter(({ id }) => id !== preset.id),
    );
    const run = () => attempt('The preset was not restored', () => restoreWork(preset));
    toast({ title: `Preset "${preset.name}" deleted`, action: { label: 'Undo', run } });
  };
  const importFile = async (file: File) => {
    const read = readPresetFile(tool, await file.text());
    if (read) return store(read, 'imported');
    toast({ title: `${file.name} is no preset of ${tool.key}`, tone: 'danger' });
  };
  useCommands(
    presets.map((one) => ({
      id: `preset.${one.id}`,
      label: `Load preset ${one.name}`,
      run: () => load(one),
    })),
  );
  return { query, presets, active, isEdited, load, store, remove, importFile };
}

/**
 * The named presets of a generator, in the top bar: load, save, rename, delete, and exchange as
 * files.
 */
export function PresetsMenu<Values extends object>(props: PresetsMenuProps<Values>) {
  const { tool, current, description } = props;
  const { query, presets, active, isEdited, load, store, remove, importFile } = usePresets(props);
  const [dialog, setDialog] = useState<'save' | 'rename' | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <PageActions>
      <Menu
        label="Presets"
        className="max-w-70"
        trigger={
          <Button size="sm" aria-haspopup="menu">
            <span className="max-w-40 truncate">{active?.name ?? 'Presets'}</span>
            {isEdited ? <span className="font-normal text-text-muted">edited</span> : null}
            <ChevronDown className="size-3.5" />
          </Button>
        }
      >
        <MenuLabel>{labelOf(query)}</MenuLabel>
        {query.error ? (
          <MenuItem onSelect={() => void query.refetch()}>Load presets again</MenuItem>
        ) : null}
        {presets.map((one) => (
          <MenuItem
            key={one.id}
            icon={one === active ? <Check strokeWidth={2} /> : <span className="size-4" />}
            onSelect={() => load(one)}
          >
            <span className="truncate">{one.name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        {isEdited && active ? (
          <MenuItem
            icon={<Save />}
            onSelect={() =>
              attempt(NOT_SAVED, () => store({ name: active.name, values: current }, 'saved'))
            }
          >
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
          <ActivePreset
            tool={tool}
            preset={active}
            onRename={() => setDialog('rename')}
            onDelete={() => attempt('The preset was not deleted', () => remove(active))}
          />
        ) : null}
      </Menu>
      <FilePicker
        ref={picker}
        onFile={(file) => attempt('The preset was not imported', () => importFile(file))}
      />
      {dialog === null ? null : (
        <NameDialog
          title={dialog === 'save' ? 'Save as preset' : 'Rename preset'}
          description={description}
          submitLabel="Save preset"
          name={dialog === 'rename' && active ? active.name : ''}
          taken={presets.map(({ name }) => name)}
          onName={(name) =>
            dialog === 'rename' && active
              ? renameWork(active, name)
              : store({ name, values: current }, 'saved')
          }
          onClose={() => setDialog(null)}
        />
      )}
    </PageActions>
  );
}

interface FilePickerProps {
  ref: Ref<HTMLInputElement>;
  onFile: (file: File) => void;
}

function FilePicker({ ref, onFile }: FilePickerProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept=".json,application/json"
      aria-label="Preset file"
      className="hidden"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        target.value = '';
      }}
    />
  );
}

interface ActivePresetProps<Values extends object> {
  tool: PresetTool<Values>;
  preset: Preset<Values>;
  onRename: () => void;
  onDelete: () => void;
}

/** The actions on the preset that matches the draft. */
function ActivePreset<Values extends object>(props: ActivePresetProps<Values>) {
  const { tool, preset, onRename, onDelete } = props;
  const exportFile = () => {
    const name = `${tool.key}-${preset.name}.json`;
    downloadFile(name, presetFile(tool, preset), 'application/json');
    reportFile(name, '1 preset');
  };
  return (
    <>
      <MenuItem icon={<Download />} onSelect={exportFile}>
        Export JSON
      </MenuItem>
      <MenuItem icon={<PencilLine />} onSelect={onRename}>
        Rename
      </MenuItem>
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        Delete
      </MenuItem>
    </>
  );
}

const NOT_SAVED = 'The preset was not saved';

function labelOf({ data, error }: { data: unknown[] | undefined; error: Error | null }): string {
  if (data === undefined) return error ? 'Presets could not be loaded' : 'Loading presets';
  return data.length === 0 ? 'No presets yet' : 'Presets';
}
